import { draw } from "./app/draw";
import "./styles/index.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");
draw(root);

import { ruleTests } from "../support/rules";

ruleTests("domain:credentials");

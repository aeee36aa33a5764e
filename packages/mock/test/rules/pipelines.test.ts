import { ruleTests } from "../support/rules";

ruleTests("domain:pipelines");

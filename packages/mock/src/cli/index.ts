#!/usr/bin/env node
/** The program as an ES module: for a clone, and for extensions, which share its modules. `bin.ts` is installed. */
import "./main";

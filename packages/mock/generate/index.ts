/** Writes everything that is generated in this package. `--check` writes nothing and exits with 1 if something is stale. */
import "./demo";
import "./schemas";

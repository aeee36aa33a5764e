export const help = `tenon-mock: a collaboration and CI/CD platform in memory, for clients in any language.

Usage: tenon-mock <command> [options]

Commands:
  serve    Start a platform on a local port.
  help     Show this text; "help serve" shows the options of serve.

Exit codes: 0 done, 1 failed, 2 wrong arguments.
`;

export const serveHelp = `Usage: tenon-mock serve [options]

Starts a platform and prints its address. Stop it with Ctrl-C.

  --port <number>       Port to listen on; 0 takes a free one. Default 4010.
  --host <address>      Address to listen on. Default 127.0.0.1: reached from this machine only.
  --seed <name>         What it holds at first: demo or empty. Default demo.
  --tier <name>         free, premium or ultimate. Default ultimate.
  --offering <name>     any, hosted or self-managed. Default any, which gates nothing.
  --release <number>    Behave as this release, e.g. 17.4. Default: the newest.
  --clock <time>        Stand still at this time, e.g. 2026-01-01T00:00:00Z. Default: run with the machine's clock.
  --external-url <url>  Address that links are written with, and its path prefix served. Default: each request's own.
  --json                Log as JSON lines, for machines.
  --quiet               Log no requests.
  --help                Show this text.
`;

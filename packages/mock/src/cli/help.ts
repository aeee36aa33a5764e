export const help = `tenon-mock: a collaboration and CI/CD platform in memory, for clients in any language.

Usage: tenon-mock <command> [options]

Commands:
  serve      Start a platform on a local port.
  exec       Start a platform, run a command that finds it in its environment, and exit as the command did.
  record     Stand before a real server, record its answers, and tell where they leave the contract.
  replay     Give the answers of a recording, with no server behind it.
  seed       Check seed files.
  snapshot   Save the state of a running platform in a file, or load one.
  routes     List the operations that a platform answers.
  doctor     Look whether all that it needs is there.
  help       Show this text; "help serve" shows the options of serve.

Exit codes: 0 done, 1 failed, 2 wrong arguments; exec exits as its command did.
`;

/** What `serve` and `exec` take alike. */
const platformHelp = `  --host <address>      Address to listen on. Default 127.0.0.1: reached from this machine only.
  --seed <name>         What it holds at first: demo, volume, empty, or the path of a YAML or JSON file with records. Several
                        add up: --seed demo --seed team.yaml. Default demo.
  --size <number>       How many records the seed volume makes. Default 10000.
  --data <file>         Keep what it holds in this file, and begin with what is in it. Nothing that was answered is lost,
                        whenever the program ends. Other worlds than the first are not kept.
  --worlds <number>     Most worlds, isolated from each other, that requests may open by a header X-Mock-World: <name>, or
                        by an address that begins with /_world/<name>. Default 1000; 0 for none.
  --world <name>        The world of requests that name none. Default: default.
  --pipelines <how>     manual: none goes on by itself; simulated: they wait, run and end as the clock goes on. Default manual.
  --tier <name>         free, premium or ultimate. Default ultimate.
  --offering <name>     any, hosted or self-managed. Default any, which gates nothing.
  --release <number>    Behave as this release, e.g. 17.4. Default: the newest.
  --clock <time>        Stand still at this time, e.g. 2026-01-01T00:00:00Z. Default: run with the machine's clock.
  --latency <ms>        Milliseconds that every answer waits. Default 0.
  --rate-limits <which> off; stated: those that the specification gives a number for; realistic: the real product's too.
                        Default stated.
  --strict              Refuse parameters that the contract does not know, and hold every answer against it.
  --explain             Say in the header X-Mock-Reason of each 401, 403 and 404 which rule refused.
  --cors <origins>      Whose pages may read the answers: *, none, or origins with commas between. Default *.
  --external-url <url>  Address that links are written with, and its path prefix served. Default: each request's own.
  --coverage            Tell at the end how much of the contract was exercised, in all worlds together.
  --control-token <t>   Let in calls of the control API (/_mock/…) from other machines that carry this token as
                        X-Mock-Control-Token. Default: none but those from this machine.
`;

export const serveHelp = `Usage: tenon-mock serve [options]

Starts a platform and prints its address. Stop it with Ctrl-C.

  --port <number>       Port to listen on; 0 takes a free one. Default 4010.
${platformHelp}  --tls                 Serve HTTPS, by a certificate that is made at the start, good for localhost, 127.0.0.1, ::1 and --host.
  --tls-ca-out <file>   Write the certificate into this file, for clients to trust.
  --tls-cert <file>     Serve HTTPS by this certificate instead, as PEM, with the key of --tls-key <file>.
  --open                Open the mock's page in the browser: what is asked, tokens, clock, faults, coverage.
  --pid-file <file>     Write the process's number into this file once it answers; removed at the end.
  --ready-fd <number>   Write the address to this open file once it answers, e.g. 3. GET /_mock/health tells it too.
  --json                Log as JSON lines, for machines.
  --quiet               Log no requests.
  --help                Show this text.
`;

export const recordHelp = `Usage: tenon-mock record --to <url> [options]

Passes every request on to a real server, with the credentials that came with it, and tells where its answers leave the
contract: at once, and altogether at the end. With --har the requests and answers are written down, for replay. Stop it with
Ctrl-C. Needs the package zod.

  --to <url>            The real server, e.g. https://platform.example.com.
  --har <file>          Write requests and answers into this file at the end, secrets hidden, as an HTTP Archive.
  --out <file>          Write the deviations into this file at the end, as JSON.
  --unknown <what>      Requests that are no operation of the contract: pass, or refuse with 404. Default pass.
  --port <number>       Port to listen on; 0 takes a free one. Default 4010.
  --host <address>      Address to listen on. Default 127.0.0.1: reached from this machine only.
  --timeout <ms>        Milliseconds that the server has for an answer. Default 60000; then 504.
  --json                Log as JSON lines, for machines.
  --quiet               Log no requests; deviations are told.
  --help                Show this text.
`;

export const replayHelp = `Usage: tenon-mock replay <file.har> [options]

Starts a platform that answers requests as it is recorded: those with the same method, path, query and body get the answers
that were given to them, in their order, the last one again and again. Stop it with Ctrl-C.

  --unmatched <what>    Requests that are not recorded: mock has the platform answer them, refuse answers 404 and what was
                        perhaps meant. Default mock.
  --once                Give each recorded answer once.

Beside these it takes the options of serve: see tenon-mock help serve. Other worlds than the first replay nothing.
`;

export const execHelp = `Usage: tenon-mock exec [options] -- <command> [arguments]

Starts a platform, runs the command, ends the platform, and exits as the command did. The command finds in its environment:

  TENON_BASE_URL        The platform's address.
  TENON_TOKEN           The token of --as, or of the developer of demo and volume. Other seeds have none without --as.
  TENON_GRAPHQL_URL     The address of its GraphQL endpoint.
  TENON_CONTROL_URL     The address of its control API.

Options:

  --as <name>           Whose token: root, owner, maintainer, developer, reporter, guest, outsider or auditor, or any user of
                        a seed file.
  --port <number>       Port to listen on. Default 0: a free one.
${platformHelp}  --log                 Log requests, to the standard error.
  --json                Log as JSON lines, for machines.
  --help                Show this text.
`;

export const routesHelp = `Usage: tenon-mock routes [word] [options]

Lists the operations that a platform answers, with verb, path, name and the role that they ask for: all, or those that have
the word in their name, their path or their domain.

  --json   As JSON, with scopes and plans.
  --help   Show this text.
`;

export const doctorHelp = `Usage: tenon-mock doctor [options]

Looks whether all that it needs is there, a line for each check: "ok"; "missing", which is in the way of what the line names
only; "no", which is in the way of serving, and is exit code 1.

  --port <number>   Port to look at. Default 4010.
  --host <address>  Address to look at. Default 127.0.0.1.
  --data <file>     File that serve is to keep what it holds in.
  --json            As JSON lines, for machines.
  --help            Show this text.
`;

export const seedHelp = `Usage: tenon-mock seed check <file>... [options]
       tenon-mock seed export [<file>] [options]

check loads seed files, one after the other, and prints how many records of each kind they make. If anything is wrong, it prints
each fault with its file, line and column, and exits with 1. packages/mock/docs/seeds.md describes the files.
export writes what a running platform holds as such a file, in YAML or, for a file that ends with .json, in JSON. Without a file it
prints it. Loaded into an empty platform (serve --seed <file>) the file gives the same state.

  --seed <name>    check: what is there before: empty, demo, volume, or another file. Default empty.
  --clock <time>   check: the time that relative times count from. Default: the machine's clock.
  --url <url>      export: where the platform is. Default http://127.0.0.1:4010.
  --world <name>   export: which of its worlds. Default: the one for requests that name none.
  --token <text>   export: its control token, where it asks for one.
  --json           Print JSON: all ids and keys or all faults, or the seed.
  --help           Show this text.
`;

export const snapshotHelp = `Usage: tenon-mock snapshot save <file> [options]
       tenon-mock snapshot load <file> [options]

Saves the state of a running platform in a file, or gives the platform the state that a file holds.

  --url <url>      Where the platform is. Default http://127.0.0.1:4010.
  --world <name>   Which of its worlds. Default: the one for requests that name none.
  --token <text>   Its control token, where it asks for one.
  --help           Show this text.
`;

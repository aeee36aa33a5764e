/** The path that the control API and this page are below, such as `/_mock`. */
export const basePath = /^(.*?\/_mock)(?:\/|$)/.exec(location.pathname)?.[1] ?? "/_mock";

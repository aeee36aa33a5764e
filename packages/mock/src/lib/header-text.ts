/** Whether a text can be the name of a header. */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^`|~\w-]+$/.test(name);

/** Whether a text can be the value of a header: one line, with characters that HTTP sends unencoded. */
export const isHeaderValue = (value: string): boolean => /^[\t -~\u0080-\u00ff]*$/.test(value);

export const pascal = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** Returns the name of a property in TypeScript syntax. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

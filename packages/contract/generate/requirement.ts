/** True where `anyOf` only says which properties must be there: it refines an object and does not change its type. */
export const isRequirement = (branch: object): boolean => Object.keys(branch).every((key) => key === "required");

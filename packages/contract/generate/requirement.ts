/** Whether a branch of `anyOf` only requires properties: it refines an object and does not change its type. */
export const isRequirement = (branch: object): boolean => Object.keys(branch).every((key) => key === "required");

/** Whether a branch of `anyOf` only requires properties. Such a branch does not change the type of the object. */
export const isRequirement = (branch: object): boolean => Object.keys(branch).every((key) => key === "required");

/** Roles of operators. No role sets a price, a result, the amount of a balance or a user's own limits. */
export const ROLES = ['viewer', 'support', 'editor', 'reviewer', 'treasurer', 'admin'] as const
export type Role = (typeof ROLES)[number]

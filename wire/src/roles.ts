/** Roles of operators. No role can change a price, an order, a result, a balance or a user's own limits. */
export const ROLES = ['viewer', 'support', 'editor', 'reviewer', 'treasurer', 'admin'] as const
export type Role = (typeof ROLES)[number]

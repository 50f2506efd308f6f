import type { Role } from './roles.ts'

/** Each permission needs one of these roles. An admin may do everything. Server and screens read this table. */
export const PERMISSIONS = {
  see: ['viewer', 'support', 'editor', 'reviewer', 'treasurer'],
  seeUsers: ['viewer', 'support', 'reviewer', 'treasurer'],
  answerChat: ['support'],
  writeContent: ['editor'],
  /** Pictures for chat or content, which these roles write. */
  sendPictures: ['support', 'editor'],
  reviewLoans: ['reviewer'],
  decideWithdrawals: ['treasurer'],
  moveTreasury: ['treasurer'],
  runChains: ['treasurer'],
  runProgramme: ['treasurer'],
  setRules: ['treasurer'],
  manageOperators: [],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof PERMISSIONS

/** Whether one of the roles gives the permission; never for null. */
export function permits(roles: readonly Role[], may: Permission | null): boolean {
  const taken = rolesFor(may)
  return roles.some((role) => taken.includes(role))
}

/** Every role that gives a permission. */
export function rolesFor(may: Permission | null): readonly Role[] {
  return may === null ? [] : [...PERMISSIONS[may], 'admin']
}

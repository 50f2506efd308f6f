import type { Role } from './roles.ts'

/** What each permission takes: one of these roles. An admin may do everything. Server and screens read this one table. */
export const PERMISSIONS = {
  see: ['viewer', 'support', 'editor', 'reviewer', 'treasurer'],
  seeUsers: ['viewer', 'support', 'reviewer', 'treasurer'],
  answerChat: ['support'],
  writeContent: ['editor'],
  /** Pictures for what he may write: chat or content. */
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

/** Whether one of the roles gives the permission; no role gives null. */
export function permits(roles: readonly Role[], may: Permission | null): boolean {
  const taken = rolesFor(may)
  return roles.some((role) => taken.includes(role))
}

/** Every role that gives a permission. */
export function rolesFor(may: Permission | null): readonly Role[] {
  return may === null ? [] : [...PERMISSIONS[may], 'admin']
}

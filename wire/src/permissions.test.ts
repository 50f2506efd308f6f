import { expect, test } from 'vitest'
import { permits, PERMISSIONS, rolesFor, type Permission } from './permissions.ts'
import { ROLES, type Role } from './roles.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]

test.each<[Role, readonly Permission[]]>([
  ['viewer', ['see', 'seeUsers']],
  ['support', ['see', 'seeUsers', 'answerChat', 'sendPictures']],
  ['editor', ['see', 'writeContent', 'sendPictures']],
  ['reviewer', ['see', 'seeUsers', 'reviewLoans']],
  [
    'treasurer',
    ['see', 'seeUsers', 'decideWithdrawals', 'moveTreasury', 'runChains', 'runProgramme', 'setRules'],
  ],
  ['admin', ALL],
])('the role %s gives exactly its own permissions', (role, own) => {
  expect(ALL.filter((one) => permits([role], one))).toEqual(own)
})

test('two roles give the permissions of both, and no role gives none', () => {
  expect(permits(['editor', 'reviewer'], 'writeContent')).toBe(true)
  expect(permits(['editor', 'reviewer'], 'reviewLoans')).toBe(true)
  expect(permits(['editor', 'reviewer'], 'setRules')).toBe(false)
  expect(ALL.filter((one) => permits([], one))).toEqual([])
})

test('what nobody may do is permitted to nobody, not even to an admin', () => {
  expect(permits(ROLES, null)).toBe(false)
  expect(rolesFor(null)).toEqual([])
})

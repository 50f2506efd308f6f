import * as z from 'zod/mini'
import { route } from '../../call.ts'
import { operatorAddress, operatorName, reason, role, roles } from '../../schemas/console.ts'

const action = { who: 'operator', may: 'manageOperators', method: 'POST', freshFactor: true } as const
const newLink = z.object({
  operator: z.string(),
  /** The address to open once, with the link in its fragment. It is shown once and stored nowhere. */
  link: z.string(),
  expiresAt: z.int(),
})

/**
 * The house's operators. With a second admin, inviting, changing roles and revoking an admin take two operators, by the proposals
 * `operators.invite` {operator, name, roles}, `operators.roles` {operator, roles} and `operators.revoke` {operator}.
 */
export const operatorOperatorRoutes = {
  consoleOperators: route({
    method: 'GET',
    path: '/api/console/operators',
    summary: 'Every operator who ever was, those of today first.',
    who: 'operator',
    may: 'see',
    reply: z.object({
      list: z.array(
        z.object({
          operator: z.string(),
          name: z.string(),
          roles: z.array(role),
          /** An operator's address, or null for one of the configuration or the sandbox. */
          invitedBy: z.nullable(z.string()),
          invitedAt: z.int(),
          revokedBy: z.nullable(z.string()),
          revokedAt: z.nullable(z.int()),
          passkeys: z.int(),
          hasCode: z.boolean(),
          /** Whether a one-time link is its factor: an operator of the sandbox without a wallet. */
          byLink: z.boolean(),
          /** Last use of a running session (ms); null without one. */
          seenAt: z.nullable(z.int()),
          /** When an unused link ends (ms); null without one. */
          linkUntil: z.nullable(z.int()),
        }),
      ),
      /** Whether an admin may invite alone: as long as the house never had another admin. */
      mayInviteAlone: z.boolean(),
      /** Whether an invitation needs no address, as in the sandbox. */
      mayOmitAddress: z.boolean(),
    }),
  }),
  consoleInvite: route({
    ...action,
    path: '/api/console/operators/invite',
    summary:
      'The only admin that the house ever had invites an operator, who signs in with this address and the link. In the sandbox without an address: the link is enough.',
    refreshes: ['consoleOperators'],
    input: z.object({ operator: z.optional(operatorAddress), name: operatorName, roles, reason }),
    reply: newLink,
    refusals: ['address_invalid', 'operator_known', 'second_operator_needed'],
  }),
  consoleOperatorLink: route({
    ...action,
    path: '/api/console/operators/link',
    summary:
      'A new one-time link for an operator who has no second factor yet; his former link ends. Good for 24 hours.',
    refreshes: ['consoleOperators'],
    input: z.object({ operator: operatorAddress }),
    reply: newLink,
    refusals: ['operator_unknown', 'operator_enrolled'],
  }),
  consoleRevoke: route({
    ...action,
    path: '/api/console/operators/revoke',
    summary:
      'Ends an operator’s rights and sessions at once, and removes his factors. An admin is signed out for an hour, and a second operator is asked to revoke him. Never the last admin, and not oneself.',
    refreshes: ['consoleOperators', 'consoleProposals'],
    input: z.object({ operator: operatorAddress, reason }),
    reply: z.object({
      sessions: z.int(),
      /** False for an admin: within an hour a second operator decides about the proposal `operators.revoke`. */
      isFinal: z.boolean(),
    }),
    refusals: ['operator_unknown', 'operator_own', 'operator_last_admin', 'operator_spared'],
  }),
}

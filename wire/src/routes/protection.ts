import * as z from 'zod/mini'
import { route } from '../call.ts'
import { uuid, whole } from '../fields.ts'

const code = z.string().check(z.maxLength(32))

/** Protections of withdrawals that an owner may turn on. */
export const protectionRoutes = {
  getProtection: route({
    method: 'GET',
    path: '/api/getProtection',
    summary: 'What protects the own withdrawals: authenticator, address book, and the addresses in it.',
    who: 'user',
    reply: z.object({
      authenticator: z.boolean(),
      /** When a requested reset turns the authenticator off. */
      authenticatorUntil: z.nullable(z.int()),
      recoveryCodesLeft: z.int(),
      addressBook: z.boolean(),
      /** When the address book's delay ends after it was turned off. */
      addressBookUntil: z.nullable(z.int()),
      addresses: z.array(
        z.object({
          id: uuid,
          address: z.string(),
          label: z.string(),
          addedAt: z.int(),
          /** When payments to the address no longer wait. */
          usableAt: z.int(),
        }),
      ),
    }),
  }),
  startAuthenticator: route({
    method: 'POST',
    path: '/api/startAuthenticator',
    summary: 'A new authenticator secret (RFC 6238), not in force until it is confirmed by a code.',
    who: 'user',
    reply: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['authenticator_on'],
  }),
  confirmAuthenticator: route({
    method: 'POST',
    path: '/api/confirmAuthenticator',
    summary: 'Turns the authenticator on; the recovery codes are told this once.',
    who: 'user',
    refreshes: ['getProtection'],
    rate: 'code',
    input: z.object({ code }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    refusals: ['authenticator_on', 'authenticator_not_started', 'code_wrong'],
  }),
  endAuthenticator: route({
    method: 'POST',
    path: '/api/endAuthenticator',
    summary: 'Turns the authenticator off; takes a code or a recovery code.',
    who: 'user',
    refreshes: ['getProtection'],
    rate: 'code',
    input: z.object({ code }),
    reply: z.object({ ended: z.literal(true) }),
    refusals: ['authenticator_off', 'code_wrong'],
  }),
  resetAuthenticator: route({
    method: 'POST',
    path: '/api/resetAuthenticator',
    summary:
      'Lets the authenticator turn off by itself after 72 h, for an owner who lost it and the recovery codes; asked again, the time stays.',
    who: 'user',
    refreshes: ['getProtection'],
    reply: z.object({ until: z.int() }),
    refusals: ['authenticator_off'],
  }),
  keepAuthenticator: route({
    method: 'POST',
    path: '/api/keepAuthenticator',
    summary: 'Calls a reset of the authenticator off; takes a code or a recovery code.',
    who: 'user',
    refreshes: ['getProtection'],
    rate: 'code',
    input: z.object({ code }),
    reply: z.object({ kept: z.literal(true) }),
    refusals: ['authenticator_off', 'code_wrong'],
  }),
  setAddressBook: route({
    method: 'POST',
    path: '/api/setAddressBook',
    summary: 'Turns the 24 h wait for new addresses on at once, or off after 24 h.',
    who: 'user',
    refreshes: ['getProtection'],
    input: z.object({ on: whole(0, 1) }),
    reply: z.object({ on: z.boolean(), until: z.nullable(z.int()) }),
  }),
  addAddress: route({
    method: 'POST',
    path: '/api/addAddress',
    summary: 'Adds an address to the address book.',
    who: 'user',
    refreshes: ['getProtection'],
    input: z.object({
      /** Not `address`, which is every request's claim about its own wallet. */
      destination: z.string().check(z.maxLength(128)),
      /** No control characters: PostgreSQL cannot store all of them. */
      label: z._default(z.string().check(z.maxLength(40), z.regex(/^\P{Cc}*$/u)), ''),
    }),
    reply: z.object({ id: uuid, usableAt: z.int() }),
    refusals: ['withdrawal_address_invalid', 'withdrawal_address_ours', 'address_book_full'],
  }),
  removeAddress: route({
    method: 'POST',
    path: '/api/removeAddress',
    summary: 'Takes an address out of the address book.',
    who: 'user',
    refreshes: ['getProtection'],
    input: z.object({ id: uuid }),
    reply: z.object({ removed: z.boolean() }),
  }),
}

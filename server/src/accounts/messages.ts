import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import type { MessageWriters } from '../module/module.ts'
import type {} from './events.ts'

/** Messages for a new user and for the user who invited them. */
export const accountMessages: MessageWriters = {
  user_registered({ userId, address, invitedBy, atMs }) {
    const welcome = { userId, ref: 'welcome', kind: 'welcome', facts: {}, atMs } as const
    if (invitedBy === null) return [welcome]
    const facts = { address: shortAddress(address) }
    return [welcome, { userId: invitedBy, ref: `friend:${userId}`, kind: 'friend_joined', facts, atMs }]
  },
}

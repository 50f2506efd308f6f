import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import type { MessageWriters } from '../module/module.ts'
import type {} from './events.ts'

/** What a new user is told, and whoever invited him. */
export const accountMessages: MessageWriters = {
  user_registered({ userId, address, invitedBy, atMs }) {
    const welcome = { userId, ref: 'welcome', kind: 'welcome', facts: {}, atMs } as const
    if (invitedBy === null) return [welcome]
    const facts = { address: shortAddress(address) }
    return [welcome, { userId: invitedBy, ref: `friend:${userId}`, kind: 'friend_joined', facts, atMs }]
  },
}

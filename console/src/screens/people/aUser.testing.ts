import type { UserLine } from '@tickmark/wire/routes/operators/people'
import { at } from '../../app/drawn.testing.tsx'

/** A user whom user 17 invited, and whose withdrawals are held. */
export function aUser(given: Partial<UserLine> = {}): UserLine {
  return {
    id: 71,
    address: '0xA0000001000000000000000000000000a000001a',
    practice: false,
    language: 'english',
    inviteCode: 'IN71',
    invitedBy: 17,
    joinedAt: at('08:00:01'),
    marks: ['limited', 'held'],
    ...given,
  }
}

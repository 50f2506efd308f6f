import * as z from 'zod/mini'
import { route } from '../call.ts'
import { uuid } from '../fields.ts'

/** 128 random bits in base64url: nobody finds a shared receipt without its link. */
const shareName = z.string().check(z.regex(/^[\w-]{22}$/))

export const sharingRoutes = {
  shareReceipt: route({
    method: 'POST',
    path: '/api/shareReceipt',
    summary: 'Shares the receipt of an own finished order: anyone who has the name can read it at /r/name.',
    who: 'user',
    refreshes: ['getReceipt'],
    input: z.object({ orderId: uuid }),
    reply: z.object({ name: shareName }),
    refusals: ['order_unknown'],
  }),
  stopSharing: route({
    method: 'POST',
    path: '/api/stopSharing',
    summary:
      'Ends the sharing of a receipt. Its name shows nothing from then on, and is not given out again.',
    who: 'user',
    refreshes: ['getReceipt'],
    input: z.object({ orderId: uuid }),
    reply: z.object({}),
    refusals: ['order_unknown'],
  }),
  getSharedReceipt: route({
    method: 'GET',
    path: '/api/getSharedReceipt',
    summary:
      'A receipt that its owner shares, without the signatures that would show his wallet. Its verdict is not_proven.',
    who: 'anyone',
    input: z.object({ name: shareName }),
    reply: z.object({ receipt: z.unknown() }),
    refusals: ['order_unknown'],
  }),
}

import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { aHostedOrder } from './rows.testing.ts'
import { hostingMessages } from './messages.ts'
import type { HostedOrder } from './order/order.ts'

const ORDER = aHostedOrder()

test('each owner of an order that ran out is told of it, with what it yielded', () => {
  const other: HostedOrder = { ...ORDER, id: 'another', userId: 8, book: 'simulated', yielded: 0n }
  expect(hostingMessages.hosting_expired?.({ orders: [ORDER, other], atMs: 9 })).toEqual([
    {
      userId: 7,
      ref: 'hosting_ended:an order',
      kind: 'hosting_ended',
      facts: { amount: '500', yielded: '0.25', book: 'real' },
      atMs: 9,
    },
    {
      userId: 8,
      ref: 'hosting_ended:another',
      kind: 'hosting_ended',
      facts: { amount: '500', yielded: '0', book: 'simulated' },
      atMs: 9,
    },
  ])
})

test('who ended an order early is told what came back, and the fee', () => {
  const order = { ...ORDER, ended: { atMs: 5, how: 'exit' as const, fee: 2n * ONE } }
  expect(hostingMessages.hosting_exited?.({ order, atMs: 9 })).toEqual([
    {
      userId: 7,
      ref: 'hosting_exited:an order',
      kind: 'hosting_exited',
      facts: { amount: '498', fee: '2', book: 'real' },
      atMs: 9,
    },
  ])
})

test('each host is told once of a day that paid nothing', () => {
  const told = hostingMessages.hosting_unpaid?.({ day: '2027-01-10', userIds: [7, 8], atMs: 9 })
  expect(told).toEqual(
    [7, 8].map((userId) => ({
      userId,
      ref: 'hosting_unpaid:2027-01-10',
      kind: 'hosting_unpaid',
      facts: { date: '2027-01-10' },
      atMs: 9,
    })),
  )
})

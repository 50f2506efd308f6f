import { CallFailed } from '@tickmark/client/callFailed.ts'
import type { Wallet } from '@tickmark/client/wallets/wallet.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinWith } from './connect.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

test.each<[string, Error, 'rejected' | 'pending' | 'failed', string | null]>([
  ['rejects', Object.assign(new Error('No.'), { code: 4001 }), 'rejected', null],
  ['already asks', Object.assign(new Error('Wait.'), { code: -32002 }), 'pending', null],
  ['breaks', new Error('Broken.'), 'failed', null],
  ['signs, and the server refuses', new CallFailed('limited', 429, 'Too often.'), 'failed', 'Too often.'],
])('joining with a wallet that %s is told, and never thrown', async (_, failure, why, message) => {
  const connect = () => Promise.reject(failure)
  expect(await joinWith({ id: 'toy', walletType: 1, connect } as unknown as Wallet)).toEqual({
    ok: false,
    why,
    message,
  })
})

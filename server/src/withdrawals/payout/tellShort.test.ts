import { expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.testing.ts'
import { silentLog } from '../../platform/log.ts'
import { tellShort } from './tellShort.ts'

test('a shortage of a hot wallet is logged at once, and again after a minute', () => {
  const clock = movableClock({ isStill: true })
  const lines: unknown[] = []
  const log = { ...silentLog(), error: (_message: string, facts?: object) => void lines.push(facts) }
  const wallet = { chain: { name: 'Ethereum' }, hot: '0xa', memory: { shortToldAtMs: 0 } }
  const other = { ...wallet, hot: '0xb', memory: { shortToldAtMs: 0 } }
  const tell = () => [wallet, other].forEach((one) => tellShort(one, { clock, log }))
  tell()
  clock.advance(59_999)
  tell()
  expect(lines).toEqual([
    { network: 'Ethereum', hot: '0xa' },
    { network: 'Ethereum', hot: '0xb' },
  ])
  clock.advance(1)
  tell()
  expect(lines).toHaveLength(4)
})

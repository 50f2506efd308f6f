import { expect, test } from 'vitest'
import { anOperator, answer, drawn } from '../app/drawn.testing.tsx'
import type { Operator } from '../session/operator.ts'
import { Factor } from './Factor.tsx'
import { Gate } from './Gate.tsx'

const gate = (state: Operator['state'] | null, operator: Operator | null) => {
  const session = state && { ...anOperator('admin'), state }
  return drawn(<Gate>Screens</Gate>, { answers: [answer('consoleSession', {}, { session })], operator })
}

test('screens open to an operator with an open session alone', async () => {
  expect(await gate('open', anOperator('admin'))).toBe('Screens')
  expect(await gate('open', null)).toBe('')
  expect(await drawn(<Gate>Screens</Gate>, { operator: anOperator('admin') })).toBe('')
})

test('nobody, and an operator without his second factor, see the way in', async () => {
  expect(await gate(null, null)).toBe(
    [
      'Tickmark | Operators’ console | No wallet found',
      'Open the console in a browser with the wallet of an operator. | Language | ● | English | 日本語',
      '한국어 | العربية | 简体中文 | Theme | ● | As the system | Paper (light) | Ink (dark)',
    ].join(' | '),
  )
  expect(await gate('enrol', anOperator('admin'))).toBe(
    [
      'Tickmark | Operators’ console | Signing in as Ada.',
      'Your address is proved. Now make a second factor: it is asked for at every sign-in.',
      'Set up an authenticator app | Start over | Language | ● | English | 日本語 | 한국어 | العربية | 简体中文',
      'Theme | ● | As the system | Paper (light) | Ink (dark)',
    ].join(' | '),
  )
  expect(await gate('factor', anOperator('admin'))).toBe(
    [
      'Tickmark | Operators’ console | Signing in as Ada. | Code of your authenticator | «» | ≤ 7 | off',
      'Confirm | Start over | Language | ● | English | 日本語 | 한국어 | العربية | 简体中文 | Theme | ●',
      'As the system | Paper (light) | Ink (dark)',
    ].join(' | '),
  )
})

test('a factor is asked for only where there is one', async () => {
  const factor = (passkey: boolean, code: boolean) => drawn(<Factor factors={{ passkey, code }} />)
  expect(await factor(true, false)).toBe('')
  expect(await factor(false, true)).toContain('off | Confirm')
})

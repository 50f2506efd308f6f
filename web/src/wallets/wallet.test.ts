import { expect, test } from 'vitest'
import { firstAddress, ownIcon, walletProblem } from './wallet.ts'

const problems: [unknown, string][] = [
  [{ code: 4001 }, 'rejected'],
  [Object.assign(new Error('no'), { code: 4001 }), 'rejected'],
  [{ code: -32002 }, 'pending'],
  [{ code: 4000 }, 'pending'],
  [{ code: 4200 }, 'failed'],
  [new Error('boom'), 'failed'],
  [null, 'failed'],
]

for (const [failure, problem] of problems) {
  test(`a wallet that throws ${JSON.stringify(failure)} has ${problem}`, () => {
    expect(walletProblem(failure)).toBe(problem)
  })
}

test('the first address is read from a list or a lone text, and nothing else is one', () => {
  expect(firstAddress(['0xa', '0xb'])).toBe('0xa')
  expect(firstAddress('Tabc')).toBe('Tabc')
  for (const none of [[], '', null, undefined, 5, [5], {}]) expect(firstAddress(none)).toBeNull()
})

test('an icon that would be fetched from elsewhere is not shown', () => {
  expect(ownIcon('data:image/png;base64,AA')).toBe('data:image/png;base64,AA')
  for (const icon of ['https://x.example/i.png', 'javascript:1', 'data:text/html,x', '', null]) {
    expect(ownIcon(icon)).toBeNull()
  }
})

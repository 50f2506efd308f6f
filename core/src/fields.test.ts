import { expect, test } from 'vitest'
import { isCount, isDay, isHash, isOrigin, isSignature, isSigned, isTime, isUnits, isUuid } from './fields.ts'

const [H, S] = ['0a'.repeat(32), '0a'.repeat(64)]
const ID = '01234567-89ab-8def-8123-456789abcdef'
const [MOST, BEYOND] = ['9223372036854775807', '9223372036854775808']

test.each<[is: (value: unknown) => boolean, yes: unknown[], no: unknown[]]>([
  [isCount, [0, 1, 2 ** 53 - 1], [-0, -1, 0.5, 2 ** 53, NaN, Infinity, '0', 0n, null, undefined, [0]]],
  [isTime, [0, 8_640_000_000_000_000], [8_640_000_000_000_001, -0, -1, 0.5, '0', null]],
  [
    isUnits,
    ['0', '1', '10', MOST],
    [BEYOND, '', '-1', '-0', '+1', '00', '01', '1.0', '1n', ' 1', '1\n', 1, null],
  ],
  [
    isSigned,
    ['0', '1', '-1', '-10', MOST, `-${MOST}`],
    [BEYOND, `-${BEYOND}`, '', '-', '-0', '-01', '--1', '+1', '-1.5', '-1\n', -1, null],
  ],
  [isHash, [H], [H.slice(1), `${H}0`, H.toUpperCase(), `${H}\n`, `0x${H}`, `${H.slice(1)}g`, '', null, [H]]],
  [isSignature, [S], [S.slice(1), `${S}0`, S.toUpperCase(), `${S}\n`, '', null, [S]]],
  [
    isDay,
    ['2026-11-21'],
    ['2026-11', '2026-11-1', '26-11-21', '2026-11-211', '2026/11/21', '2026-11-21\n', 20261121],
  ],
  [
    isUuid,
    [ID],
    [ID.toUpperCase(), ID.replaceAll('-', ''), `${ID}0`, `{${ID}}`, ID.slice(1), `${ID}\n`, '', null],
  ],
  [
    isOrigin,
    ['a', '!', '~', 'tickmark.example/log', 'a'.repeat(200)],
    ['', 'a'.repeat(201), 'a b', 'a+b', 'é', '\n', 'a\u007f', null],
  ],
])('%o accepts one spelling of a value, and nothing else', (is, yes, no) => {
  expect(yes.filter((value) => !is(value))).toEqual([])
  expect(no.filter((value) => is(value))).toEqual([])
})

import { DURATIONS } from '@tickmark/core/orders/durations'
import { expect, test } from 'vitest'
import { drawn, inLanguage } from '../app/drawn.testing.tsx'
import { durationParts, useDurationNames } from './useDurationNames.ts'

test('a duration is named in the unit that lists of orders use', () => {
  expect([60, 180, 1_800, 3_600, 14_400, 86_400].map(durationParts)).toEqual([
    { unit: 'minute', count: 1 },
    { unit: 'minute', count: 3 },
    { unit: 'minute', count: 30 },
    { unit: 'hour', count: 1 },
    { unit: 'hour', count: 4 },
    { unit: 'day', count: 1 },
  ])
})

test.each([
  ['english', '1 min; 3 min; 5 min; 15 min; 30 min; 1 h; 4 h; 1 d'],
  ['japanese', '1分; 3分; 5分; 15分; 30分; 1時間; 4時間; 1日'],
  ['korean', '1분; 3분; 5분; 15분; 30분; 1시간; 4시간; 1일'],
  ['arab', 'دقيقة واحدة; 3 دقائق; 5 دقائق; 15 دقيقة; 30 دقيقة; ساعة واحدة; 4 ساعات; يوم واحد'],
  ['chinese', '1 分钟; 3 分钟; 5 分钟; 15 分钟; 30 分钟; 1 小时; 4 小时; 1 天'],
] as const)('in %s the durations of orders are %s', async (language, names) => {
  await inLanguage(language)
  expect(await drawn(<Names />)).toBe(names)
})

test('a duration that this page does not know has the server’s name', async () => {
  expect(await drawn(<Name timeId={9_999} timeName="2 min" />)).toBe('2 min')
  expect(await drawn(<Name timeId={110} timeName="1分" />)).toBe('1 min')
})

function Names() {
  const { orderName } = useDurationNames()
  return DURATIONS.map(({ id }) => orderName({ timeId: id, timeName: '' })).join('; ')
}

function Name(order: { timeId: number; timeName: string }) {
  return useDurationNames().orderName(order)
}

import type { Language } from '../languages.ts'

type Unit = 'minute' | 'hour' | 'day'

const UNITS: readonly (readonly [Unit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const SHORT: Record<Exclude<Language, 'arab'>, Record<Unit, string>> = {
  english: { minute: ' min', hour: ' h', day: ' d' },
  japanese: { minute: '分', hour: '時間', day: '日' },
  korean: { minute: '분', hour: '시간', day: '일' },
  chinese: { minute: '分钟', hour: '小时', day: '天' },
}

/** Arabic counts: one, two, three to ten, eleven and more. */
const ARABIC: Record<Unit, readonly [string, string, string, string]> = {
  minute: ['دقيقة واحدة', 'دقيقتان', 'دقائق', 'دقيقة'],
  hour: ['ساعة واحدة', 'ساعتان', 'ساعات', 'ساعة'],
  day: ['يوم واحد', 'يومان', 'أيام', 'يومًا'],
}

/** The name of a duration of whole minutes: "1 min", "4 h", "1 d". */
export function durationText(seconds: number, language: Language): string {
  const [unit, size] = UNITS.find(([, one]) => seconds % one === 0) ?? ['minute', 60]
  const count = Math.floor(seconds / size)
  return language === 'arab' ? arabicCount(count, ARABIC[unit]) : `${count}${SHORT[language][unit]}`
}

function arabicCount(
  count: number,
  [one, two, few, many]: readonly [string, string, string, string],
): string {
  if (count === 1) return one
  if (count === 2) return two
  return `${count} ${count <= 10 ? few : many}`
}

/** A JSON value with one mutation, and its description: `ticket.stake 0…`. */
export interface Malformed {
  what: string
  value: unknown
}

/**
 * Every one-step mutation of a JSON value: a field left out or added, an item duplicated, each text and number replaced by a
 * value of the wrong kind or by another spelling of the same value.
 */
export function malformed(value: unknown, at = ''): Malformed[] {
  const others = othersThan(value).map(([name, other]) => ({ what: `${at} ${name}`.trim(), value: other }))
  if (typeof value !== 'object' || value === null) return others
  const isList = Array.isArray(value)
  const within = Object.entries(value).flatMap(([name, inner]) =>
    malformed(inner, at === '' ? name : `${at}.${isList ? '#' : name}`).map(({ what, value: other }) => ({
      what,
      value: isList ? value.with(Number(name), other) : { ...value, [name]: other },
    })),
  )
  return [...others, ...within]
}

function othersThan(value: unknown): [name: string, other: unknown][] {
  if (typeof value === 'number') {
    const others = [-1, -0, value + 0.5, 2 ** 53, String(value), null, [value]]
    return others.map((one) => [Object.is(one, -0) ? '-0' : JSON.stringify(one), one])
  }
  if (typeof value === 'string') return textsUnlike(value)
  if (Array.isArray(value)) {
    const items = value as unknown[]
    return [
      ['fewer', items.slice(0, -1)],
      ['more', [...items, items.at(-1) ?? null]],
      ['null', null],
      ['{}', Object.fromEntries(Object.entries(items))],
    ]
  }
  if (typeof value !== 'object' || value === null) return [['{}', {}]]
  const fields = Object.entries(value)
  return [
    ['null', null],
    ['[]', []],
    ['and more', { ...value, more: 1 }],
    ...fields.map(([name]): [string, unknown] => [
      `without ${name}`,
      Object.fromEntries(fields.filter(([other]) => other !== name)),
    ]),
  ]
}

function textsUnlike(text: string): [name: string, other: unknown][] {
  const others: [string, unknown][] = [
    ['number', Number(text) || 0],
    ['null', null],
    ['list', [text]],
    ['empty', ''],
    ['unknown', 'toString'],
    ['_…', ` ${text}`],
    ['…_', `${text} `],
    ['line', `${text}\n`],
    ['é', `${text}é`],
    ['longer', text.padEnd(30_000, '1')],
  ]
  if (/^-?\d+$/.test(text)) others.push(['0…', `0${text}`], ['--', `-${text}`], ['+', `+${text}`])
  if (/^\d+$/.test(text)) others.push(['beyond', '9223372036854775808'], ['-0', '-0'], ['.5', `${text}.5`])
  if (/^(0x)?[0-9a-f-]{32,}$/.test(text)) others.push(['short', text.slice(0, -1)], ['long', `${text}0`])
  if (/^(0x)?[0-9a-f-]{32,}$/.test(text))
    others.push(['UPPER', text.toUpperCase()], ['letter', `g${text.slice(1)}`])
  return others.filter(([, other]) => other !== text)
}

/** Like `canonicalText`, but also writes values that it refuses. */
export function orderedText(value: unknown): string {
  if (Object.is(value, -0)) return '-0'
  if (Array.isArray(value)) return `[${value.map(orderedText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${orderedText(inner)}`).join(',')}}`
}

import { parseKeyText, type KnownKey } from '@tickmark/core/log/note'
import { parseArgs } from 'node:util'
import { join, resolve } from 'node:path'
import { nodeCrypto } from './nodeCrypto.ts'

export const USAGE = `Usage:
  node witness/src/main.ts --house https://tickmark.example [--house …] --key file [options]

Watches houses from outside. It keeps each house's newest signed log head and checks that every later one continues
it. It checks all entries, and draws each revealed day of a simulated market again. It cosigns each head that holds.
  --house URL       a house to follow; may be repeated
  --vkey VKEY       the log's key of the house before it, as the house publishes it;
                    without it, the key that the log names at the first contact is trusted from then on
  --log VKEY        a log that only sends its checkpoints here; may be repeated
  --key FILE        this witness's key; made when there is no such file and --name is given
  --name NAME       the name that it signs under, such as witness.example/w1
  --data FOLDER     what is known of the logs, and the evidence against them; the key file's folder is the default,
                    in it the folder witness-data. Keep it: a witness that forgets can be shown another log
  --listen HOST:PORT  answers POST /add-checkpoint and GET /<hex sha256 of a log's name>/checkpoint (C2SP tlog-witness)
  --every SECONDS   how often it looks at each house (5)
  --once            looks once at each house and ends
  --help            this text
Exit code with --once: 0 everything holds, 1 an alarm (stderr names the file of evidence), 2 a house that cannot be
reached, or shows an older head than before. While there is evidence against a log, nothing of it is signed; move the
file away to sign again.`

export interface Settings {
  houses: { url: string; vkey: KnownKey | null }[]
  logs: KnownKey[]
  keyFile: string
  name: string | null
  dataDir: string
  listen: { host: string; port: number } | null
  everyMs: number
  isOnce: boolean
}

/** The settings of a command line, or what to print instead. */
export type Read = { ok: true; settings: Settings } | { ok: false; code: 0 | 2; text: string }

export function readSettings(args: readonly string[]): Read {
  const faults: string[] = []
  try {
    const { values, tokens } = parseArgs({
      args: [...args],
      tokens: true,
      options: {
        house: { type: 'string', multiple: true, default: [] },
        vkey: { type: 'string', multiple: true, default: [] },
        log: { type: 'string', multiple: true, default: [] },
        key: { type: 'string' },
        name: { type: 'string' },
        data: { type: 'string' },
        listen: { type: 'string' },
        every: { type: 'string', default: '5' },
        once: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) return { ok: false, code: 0, text: USAGE }
    const houses: Settings['houses'] = []
    for (const token of tokens) {
      if (token.kind !== 'option') continue
      const last = houses.at(-1)
      if (token.name === 'house') houses.push({ url: addressOf(token.value ?? '', faults), vkey: null })
      if (token.name === 'vkey' && last) last.vkey = keyOf(token.value ?? '', faults)
      if (token.name === 'vkey' && !last) faults.push('--vkey follows the --house that it belongs to')
    }
    const logs = values.log.flatMap((text) => keyOf(text, faults) ?? [])
    if (houses.length + logs.length === 0) faults.push('there is nothing to watch: name a --house or a --log')
    if (values.key === undefined) faults.push('--key names the file with this witness’s key')
    const keyFile = resolve(values.key ?? 'key')
    const seconds = Number(values.every)
    if (!/^\d{1,5}$/.test(values.every) || seconds < 1) faults.push(`--every ${values.every}: whole seconds`)
    const settings: Settings = {
      houses,
      logs,
      keyFile,
      name: values.name ?? null,
      dataDir: resolve(values.data ?? join(keyFile, '..', 'witness-data')),
      listen: values.listen === undefined ? null : listenAt(values.listen, faults),
      everyMs: seconds * 1000,
      isOnce: values.once,
    }
    return faults.length > 0 ? { ok: false, code: 2, text: faults.join('\n') } : { ok: true, settings }
  } catch (thrown) {
    return { ok: false, code: 2, text: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

/** An address without a trailing slash. */
function addressOf(text: string, faults: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')
    return url.href.replace(/\/$/, '')
  faults.push(`--house ${text}: this is not an address like https://tickmark.example`)
  return ''
}

function keyOf(text: string, faults: string[]): KnownKey | null {
  const key = parseKeyText(text, nodeCrypto.sha256)
  if (key?.type === 1) return key
  faults.push(`${text}: this is not the key of a log`)
  return null
}

function listenAt(text: string, faults: string[]): Settings['listen'] {
  const [, host = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (host !== '' && Number(digits) <= 65_535) return { host, port: Number(digits) }
  faults.push(`--listen ${text}: this is not like 127.0.0.1:8095`)
  return null
}

import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { canonicalAddress } from '@tickmark/chainkit/addresses'
import { type Chain, parseChains } from '../chains/node/network.ts'
import type { RateRules, Rule } from '../http/calls/rateLimits.ts'
import type { SocketLimits } from '../http/live/sockets.ts'
import { parseKeyText } from '@tickmark/core/log/note'
import { type Role, ROLES } from '@tickmark/wire/roles'
import type { Witness } from '../market/log/askWitness.ts'
import { sha256 } from '../platform/sha256.ts'

/** All settings from outside, read once at the start. */
export interface Config {
  mode: 'sandbox' | 'live'
  /** A whole house, or the engine of the arbitrage programme alone. */
  role: 'house' | 'engine'
  host: string
  /** 0 takes any free port. */
  port: number
  /** Public address, without a path; null means localhost and the port. */
  publicUrl: string | null
  /** The console's own address, on another host; null where the house's has both. */
  consoleUrl: string | null
  /** Further origins whose pages may call the API, such as a development server's. */
  moreOrigins: readonly string[]
  /** Addresses that this house had before: what owners signed there counts for the audit. */
  formerUrls: readonly string[]
  dataDir: string
  /** A PostgreSQL server run by the operator; null runs the built-in one under `dataDir`. */
  databaseUrl: string | null
  /** The role that owns the tables and runs migrations; null when DATABASE_URL's does. */
  databaseOwnerUrl: string | null
  keysFile: string
  /** Folder of the built page. */
  webDir: string
  consoleDir: string
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  /** EIP-155 chain named in Ethereum sign-in texts. */
  chainId: number
  /** JSON-RPC of that chain, to check the signatures of contract wallets; null accepts no contract wallet. */
  rpcUrl: string | null
  /** Networks for deposits and withdrawals. Null is the sandbox's own chain; an empty list disables both. */
  chains: readonly Chain[] | null
  /** The process that holds the chains' keys; null lets the sandbox start its own. */
  signer: { url: string; token: string } | null
  /** The external witnesses that cosign the heads of the public log. */
  witnesses: readonly Witness[]
  /** Addresses of the operators, in canonical spelling, with their roles. */
  operators: ReadonlyMap<string, readonly Role[]>
  /** Address of another system for the support chat; null is our own page. */
  chatUrl: string | null
  /** When support answers, in minutes of the UTC day; null means always. */
  officeHours: { fromMinute: number; toMinute: number } | null
  /** Origins of push services in addition to those of the browsers. */
  pushHosts: readonly string[]
  /** Whether the menu offers sharing. */
  showShare: boolean
  /** Whether the home page shows the arbitrage banner. */
  arbitrageBanner: boolean
  /** Whether new hosting orders are accepted. */
  offersHosting: boolean
  /** Whether new loan applications are accepted. */
  offersLoans: boolean
  /** Whether the sandbox inserts the news, notices, answers and hints that ship with the app. */
  shipsContent: boolean
  /** Interval between the server's audits; 0 leaves them to `npm run audit`. */
  auditEveryMs: number
  rates: RateRules
  sockets: SocketLimits
}

/** The configuration is invalid; one line for each reason. */
export class ConfigProblem extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'ConfigProblem'
    this.lines = lines
  }
}

const repository = resolve(import.meta.dirname, '../../..')

/** Default rate limits, per address before sign-in and per user after it. */
export function defaultRates(mode: Config['mode']): RateRules {
  const minute = 60_000
  return {
    read: [{ most: 60, windowMs: 3_000 }],
    write: [{ most: 20, windowMs: 10_000 }],
    order: [
      { most: 5, windowMs: 5_000 },
      { most: 30, windowMs: minute },
    ],
    swap: [{ most: 20, windowMs: minute }],
    withdraw: [{ most: mode === 'live' ? 5 : 60, windowMs: 60 * minute }],
    faucet: [{ most: 6, windowMs: minute }],
    // 5 a minute alone would let a guesser find six digits within weeks.
    code: [
      { most: 5, windowMs: minute },
      { most: 30, windowMs: 24 * 60 * minute },
    ],
    // Operators' codes: limited per operator and network, so that a thief of the wallet on another network does not lock the
    // operator out. All networks together may try 100 times a day: a chance of one in 3,000 with three valid codes in a million.
    // A passkey cannot be guessed.
    factor: [
      { most: 5, windowMs: minute },
      { most: 30, windowMs: 24 * 60 * minute },
    ],
    guess: [{ most: 100, windowMs: 24 * 60 * minute }],
    passkey: [{ most: 10, windowMs: minute }],
    challenge: [{ most: mode === 'live' ? 10 : 60, windowMs: minute }],
    verify: [{ most: mode === 'live' ? 20 : 60, windowMs: minute }],
    register: [{ most: mode === 'live' ? 3 : 60, windowMs: 60 * minute }],
    upload: [
      { most: 12, windowMs: minute },
      { most: mode === 'live' ? 60 : 300, windowMs: 24 * 60 * minute },
    ],
    // A message may have 12 KB, and is kept.
    chat: [
      { most: 20, windowMs: minute },
      { most: 500, windowMs: 24 * 60 * minute },
    ],
  }
}

/** Reads the environment; throws `ConfigProblem` with all faults at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const fault = (line: string): null => (faults.push(line), null)
  const text = (name: string) => env[name]?.trim() || null
  const mode = readMode(text('MODE'), fault)
  const dataDir = resolve(text('DATA_DIR') ?? join(repository, '.data'))
  const config: Config = {
    mode,
    role: readRole(text('ROLE'), fault),
    host: text('HOST') ?? (mode === 'live' ? '0.0.0.0' : '127.0.0.1'),
    port: readWhole('PORT', text('PORT'), 8_080, 0, 65_535, fault),
    publicUrl: readOrigin('PUBLIC_URL', text('PUBLIC_URL'), fault),
    consoleUrl: readOrigin('CONSOLE_URL', text('CONSOLE_URL'), fault),
    moreOrigins: listOf(text('ORIGINS')).flatMap((one) => readOrigin('ORIGINS', one, fault) ?? []),
    formerUrls: listOf(text('FORMER_URLS')).flatMap((one) => readOrigin('FORMER_URLS', one, fault) ?? []),
    dataDir,
    databaseUrl: readDatabaseUrl('DATABASE_URL', text('DATABASE_URL'), fault),
    databaseOwnerUrl: readDatabaseUrl('DATABASE_OWNER_URL', text('DATABASE_OWNER_URL'), fault),
    keysFile: resolve(text('KEYS_FILE') ?? join(dataDir, 'keys.json')),
    webDir: resolve(text('WEB_DIR') ?? join(repository, 'web/dist')),
    consoleDir: resolve(text('CONSOLE_DIR') ?? join(repository, 'console/dist')),
    trustedProxies: listOf(text('TRUSTED_PROXIES')).filter(
      (one) => isNetwork(one) || fault(`TRUSTED_PROXIES: "${one}" is not an IP address or network.`),
    ),
    chainId: readWhole('CHAIN_ID', text('CHAIN_ID'), 1, 1, 2 ** 50, fault),
    rpcUrl: readHttpUrl('ETH_RPC_URL', text('ETH_RPC_URL'), fault),
    chains: readChains(text('CHAINS'), fault),
    signer: readSigner(text('SIGNER_URL'), text('SIGNER_TOKEN'), fault),
    witnesses: readWitnesses(text('WITNESSES'), fault),
    operators: readOperators(text('OPERATORS'), fault),
    chatUrl: readHttpUrl('CHAT_URL', text('CHAT_URL'), fault),
    officeHours: readHours(text('OFFICE_HOURS'), fault),
    pushHosts: listOf(text('PUSH_HOSTS')).flatMap((one) => readOrigin('PUSH_HOSTS', one, fault) ?? []),
    showShare: readSwitch('SHOW_SHARE', text('SHOW_SHARE'), true, fault),
    arbitrageBanner: readSwitch('ARBITRAGE_BANNER', text('ARBITRAGE_BANNER'), mode === 'sandbox', fault),
    offersHosting: readSwitch('ARBITRAGE', text('ARBITRAGE'), mode === 'sandbox', fault),
    offersLoans: readSwitch('LOANS', text('LOANS'), mode === 'sandbox', fault),
    shipsContent: mode === 'sandbox' && readContent(text('CONTENT'), fault),
    auditEveryMs: 60_000 * readWhole('AUDIT_MINUTES', text('AUDIT_MINUTES'), 10, 0, 1_440, fault),
    rates: readRates(text('RATES'), defaultRates(mode), fault),
    sockets: {
      perIp: readWhole('SOCKETS_PER_IP', text('SOCKETS_PER_IP'), 20, 1, 1_000_000, fault),
      perSession: readWhole('SOCKETS_PER_SESSION', text('SOCKETS_PER_SESSION'), 5, 1, 1_000, fault),
    },
  }
  faults.push(...hostFaults(config), ...liveFaults(config))
  if (faults.length > 0) throw new ConfigProblem(faults)
  return config
}

function readRole(given: string | null, fault: (line: string) => null): Config['role'] {
  if (given === 'engine') return 'engine'
  if (given !== null && given !== 'house') fault(`ROLE: "${given}" is neither house nor engine.`)
  return 'house'
}

/** Why the console cannot be apart from the page at these addresses: browsers share cookies between the ports of a host. */
function hostFaults({ publicUrl, consoleUrl }: Config): string[] {
  if (consoleUrl === null) return []
  if (publicUrl === null) return ['CONSOLE_URL: it needs PUBLIC_URL, the address of the page, beside it.']
  if (new URL(consoleUrl).hostname !== new URL(publicUrl).hostname) return []
  return ['CONSOLE_URL: the console needs another host than PUBLIC_URL, not only another port.']
}

/** Reasons why a live server must not start with this configuration. The sandbox has none. */
function liveFaults(config: Config): string[] {
  if (config.mode !== 'live') return []
  const faults: string[] = []
  if (!config.publicUrl) faults.push('PUBLIC_URL: a live house needs the https address people reach it at.')
  else if (!config.publicUrl.startsWith('https:')) {
    faults.push(
      'PUBLIC_URL: a live house is reached over https alone, for sessions and sign-in texts depend on it.',
    )
  }
  if (!config.consoleUrl?.startsWith('https:')) {
    faults.push(
      'CONSOLE_URL: a live house needs an https address on another host for the console, so that no fault of the page reaches operators.',
    )
  }
  if (!config.databaseUrl) {
    faults.push(
      'DATABASE_URL: a live house needs a PostgreSQL server of its own, with backups; the built-in one is for the sandbox.',
    )
  }
  if (!config.chains || config.chains.length === 0)
    faults.push('CHAINS: a live house needs a table of the networks it receives and sends on.')
  if (!config.signer)
    faults.push('SIGNER_URL, SIGNER_TOKEN: a live house needs a signer that runs apart from the server.')
  if (config.pushHosts.some((one) => !one.startsWith('https:')))
    faults.push('PUSH_HOSTS: a live house reaches push services over https alone.')
  if (config.chatUrl !== null && !/^https:/i.test(config.chatUrl))
    faults.push('CHAT_URL: a live house shows a chat over https alone.')
  if (config.offersHosting)
    faults.push('ARBITRAGE: a live house has no venues to trade at yet, so it hosts no money.')
  if (config.offersLoans && ![...config.operators.values()].some((roles) => roles.some(mayReview)))
    faults.push('LOANS: a live house that lends needs an operator with the role reviewer.')
  if (config.moreOrigins.length > 0) faults.push('ORIGINS: further origins are for development alone.')
  faults.push('MODE=live: real price venues are not built yet, so this version runs the sandbox alone.')
  return faults
}

function mayReview(role: Role): boolean {
  return role === 'reviewer' || role === 'admin'
}

type Fault = (line: string) => null

function readMode(text: string | null, fault: Fault): Config['mode'] {
  if (text === 'live') return 'live'
  if (text !== null && text !== 'sandbox') fault(`MODE: "${text}" is neither sandbox nor live.`)
  return 'sandbox'
}

function readWhole(
  name: string,
  text: string | null,
  standard: number,
  least: number,
  most: number,
  fault: Fault,
) {
  if (text === null) return standard
  const number = Number(text)
  if (/^\d{1,16}$/.test(text) && number >= least && number <= most) return number
  fault(`${name}: "${text}" is not a whole number from ${least} to ${most}.`)
  return standard
}

function readSwitch(name: string, text: string | null, standard: boolean, fault: Fault): boolean {
  if (text !== null && text !== '0' && text !== '1') fault(`${name}: "${text}" is neither 0 nor 1.`)
  return text === null ? standard : text === '1'
}

function readOrigin(name: string, text: string | null, fault: Fault): string | null {
  if (text === null) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  return fault(`${name}: "${text}" is not an address like https://tickmark.example, without a path.`)
}

function readHttpUrl(name: string, text: string | null, fault: Fault): string | null {
  if (text === null) return null
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  return fault(`${name}: this is not an http or https address.`)
}

function readDatabaseUrl(name: string, text: string | null, fault: Fault): string | null {
  if (text === null) return null
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text
  return fault(`${name}: this is not an address like postgres://user:password@host:5432/database.`)
}

/** A file with the table of networks, or "none". */
function readChains(text: string | null, fault: Fault): Config['chains'] {
  if (text === null) return null
  if (text === 'none') return []
  const table = fileText(text)
  if (table === null) return fault(`CHAINS: there is no readable file ${text}.`)
  const parsed = parseChains(table)
  if (parsed.ok) return parsed.chains
  for (const one of parsed.faults) fault(`CHAINS: ${one}.`)
  return null
}

function fileText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function readSigner(url: string | null, token: string | null, fault: Fault): Config['signer'] {
  if (url === null && token === null) return null
  if (url === null || token === null) return fault('SIGNER_URL, SIGNER_TOKEN: one of them is missing.')
  const address = readHttpUrl('SIGNER_URL', url, fault)
  return address === null ? null : { url: address, token }
}

/** "witness.example/w1+24b5d9fe+BP0X…@https://witness.example#5": keys with addresses, and the interval in seconds. */
function readWitnesses(text: string | null, fault: Fault): Config['witnesses'] {
  const witnesses: Witness[] = []
  for (const item of listOf(text)) {
    const [, vkey = '', address = '', seconds = '60'] =
      /^(.+)@(https?:[^#]+)(?:#(\d{1,5}))?$/.exec(item) ?? []
    const key = parseKeyText(vkey, sha256)
    if (key?.type !== 4 || !URL.canParse(address) || Number(seconds) < LEAST_WITNESS_SECONDS) {
      fault(
        `WITNESSES: "${item}" is not a witness's key with its address, like name+id+key@https://witness.example#60.`,
      )
    } else if (witnesses.some((one) => one.key.name === key.name))
      fault(`WITNESSES: ${key.name} is there twice.`)
    else witnesses.push({ key, url: address.replace(/\/$/, ''), everyMs: Number(seconds) * 1000 })
  }
  return witnesses
}

const LEAST_WITNESS_SECONDS = 5

/** "0xabc…:support,editor 0xdef…:admin": addresses with their roles. */
function readOperators(text: string | null, fault: Fault): Config['operators'] {
  const operators = new Map<string, readonly Role[]>()
  for (const item of (text ?? '').split(/\s+/).filter(Boolean)) {
    const [written = '', given = '', ...rest] = item.split(':')
    const address = canonicalAddress(written, 'evm') ?? canonicalAddress(written, 'tron')
    const roles = given.split(',')
    const isKnown = roles.every((one) => (ROLES as readonly string[]).includes(one))
    if (address === null || !isKnown || rest.length > 0) {
      fault(`OPERATORS: "${item}" is not an address with roles, like 0xabc…:support,editor.`)
    } else if (operators.has(address)) fault(`OPERATORS: ${address} is there twice.`)
    else operators.set(address, roles as Role[])
  }
  return operators
}

/** "none" starts without the shipped content. */
function readContent(text: string | null, fault: Fault): boolean {
  if (text !== null && text !== 'none') fault(`CONTENT: "${text}" is not none.`)
  return text !== 'none'
}

/** "09:00-18:00" in UTC; it may pass midnight. */
function readHours(text: string | null, fault: Fault): Config['officeHours'] {
  if (text === null) return null
  const match = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (!match) return fault(`OFFICE_HOURS: "${text}" is not like 09:00-18:00 (UTC).`)
  const [fromHour = 0, from = 0, toHour = 0, to = 0] = match.slice(1).map(Number)
  return { fromMinute: fromHour * 60 + from, toMinute: toHour * 60 + to }
}

/** "challenge=60/60 order=5/5,30/60": calls per seconds, for each class that overrides its default. */
function readRates(text: string | null, standard: RateRules, fault: Fault): RateRules {
  const rates: Record<string, readonly Rule[]> = { ...standard }
  for (const item of (text ?? '').split(/\s+/).filter(Boolean)) {
    const match = /^([a-z]+)=(\d{1,9}\/\d{1,6}(?:,\d{1,9}\/\d{1,6})*)$/.exec(item)
    const name = match?.[1] ?? ''
    if (!match?.[2] || !Object.hasOwn(standard, name))
      fault(`RATES: "${item}" is not like order=5/5,30/60 (calls per seconds).`)
    else {
      rates[name] = match[2].split(',').map((rule) => {
        const [most, seconds] = rule.split('/').map(Number)
        return { most: most ?? 0, windowMs: (seconds ?? 0) * 1_000 }
      })
    }
  }
  return rates as RateRules
}

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

function listOf(text: string | null): string[] {
  return (text ?? '').split(/[\s,]+/).filter(Boolean)
}

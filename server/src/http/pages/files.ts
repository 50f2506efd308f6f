import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consolePolicy, pagePolicy } from './headers.ts'
import { outlinesOf, type OutlineSource } from './outlines.ts'
import { screenPages } from './screenPages.ts'
import type { SiteOrigin } from '../calls/site.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp4': 'video/mp4',
  '.wasm': 'application/wasm',
}
const SQUEEZED = /^(text\/|application\/(json|manifest)|image\/svg)/

/** A file as it is served: read once, and compressed in each form on its first request. */
interface Held {
  path: string
  type: string
  etag: string
  cache: string
  body: Buffer
  forms: Map<Coding, Promise<Buffer>>
}

type Coding = 'br' | 'gzip'

/** A built page, held in memory by address, below `base`; a request selects from this map and never touches the disk. */
function holdFiles(folder: string, base = ''): Map<string, Held> {
  const files = new Map<string, Held>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const path = `/${relative(folder, file).split(sep).join('/')}`
    files.set(base + path, hold(path, type, readFileSync(file), file))
  }
  return files
}

function hold(path: string, type: string, body: Buffer, file: string): Held {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  // The build puts a hash of the content into the names under assets/, and only there.
  const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  const forms = new Map<Coding, Promise<Buffer>>()
  for (const [coding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (existsSync(file + ending)) forms.set(coding, Promise.resolve(readFileSync(file + ending)))
  }
  return { path, type, etag, cache, body, forms }
}

const NOT_BUILT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tickmark</title><p>The page is not built yet: run <code>npm start</code>, which builds it. The calls are described at <a href="/docs">/docs</a>.</p></html>'

/** Address at which the page is the support chat; the app shows it in a frame. */
const CHAT = /^\/chat\/?$/

/** Answers a GET or HEAD outside the API: a file, or the page itself for any address that a person opens. */
export function fileServer(folder: string, site: SiteOrigin, source: OutlineSource) {
  const { chatOrigin } = source.publicConfig()
  const policyOf: PolicyOf = (isPage, path) =>
    pagePolicy(site, { chatOrigin, isFramed: isPage && CHAT.test(path) })
  return serverOf(folder, '', policyOf, source)
}

/** Where the operators' console begins. */
const CONSOLE = '/console'

/** Whether an address belongs to the operators' console. */
export function isOfConsole(path: string): boolean {
  return path === CONSOLE || path.startsWith(`${CONSOLE}/`)
}

/** The same for the operators' console: an application of its own, with its own policy, that no page may frame. */
export function consoleServer(folder: string, site: SiteOrigin) {
  return serverOf(folder, CONSOLE, () => consolePolicy(site))
}

/** The policy of a page or script. */
type PolicyOf = (isPage: boolean, path: string) => string

/** Answers with the files of a folder below `base`; a page of a screen has its outline, if the build drew one. */
function serverOf(folder: string, base: string, policyOf: PolicyOf, source: OutlineSource | null = null) {
  const files = holdFiles(folder, base)
  const page =
    files.get(`${base}/index.html`) ??
    hold('/index.html', TYPES['.html'] ?? '', Buffer.from(NOT_BUILT), folder)
  const list = files.get(`${base}/screens.json`)
  const screens = list ? screenPages(page.body, list.body) : []
  const pages = new Map(Array.from(screens, ([path, body]) => [path, hold(path, page.type, body, folder)]))
  /** An address can have one parameter after the path of its screen. */
  const pageAt = (path: string) => pages.get(path) ?? pages.get(path.slice(0, path.lastIndexOf('/'))) ?? page
  const outlined = outliner(files.get('/outlines.json')?.body, source)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const path = pathOf(request.url)
    if (path === null) return false
    const isNavigation = (request.headers.accept ?? '').includes('text/html')
    const file = path === `${base}/` ? page : files.get(path)
    const held = file ?? (isNavigation ? pageAt(path) : undefined)
    if (!held) return false
    // Scripts too: a worker runs under its own file's policy, and under the default closed policy it could load
    // nothing.
    if (/^text\/(html|javascript)/.test(held.type))
      reply.header('content-security-policy', policyOf(file === undefined || file === page, path))
    const isPage = file === page ? path !== '/index.html' : file === undefined
    await sendHeld(isPage ? outlined(held, request.url) : held, request, reply)
    return true
  }
}

/** Puts the outline of an address into its page. Each is made once for a price, whatever the number of visits. */
function outliner(
  list: Buffer | undefined,
  source: OutlineSource | null,
): (page: Held, target: string) => Held {
  if (!list || !source) return (page) => page
  const outlineAt = outlinesOf(list, source)
  const made = new Map<string, { key: string; held: Held }>()
  return (page, target) => {
    const outline = outlineAt(new URL(target, 'http://local'))
    if (!outline) return page
    const [place = ''] = outline.key.split('@')
    const before = made.get(place)
    if (before?.key === outline.key) return before.held
    const held = hold(page.path, page.type, Buffer.from(outline.fill(page.body.toString())), '')
    made.set(place, { key: outline.key, held })
    return held
  }
}

/** The path of a request line; null when it is no address of ours, such as `//`, `/%` or another host's. */
function pathOf(target: string): string | null {
  if (!/^\/(?![/\\])/.test(target) || !URL.canParse(target, 'http://local')) return null
  const { pathname } = new URL(target, 'http://local')
  try {
    return decodeURIComponent(pathname).includes('\0') ? null : pathname
  } catch {
    return null
  }
}

async function sendHeld(held: Held, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', held.cache).header('etag', held.etag).type(held.type)
  const isSqueezed = SQUEEZED.test(held.type)
  if (isSqueezed) reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === held.etag) {
    await reply.code(304).send()
    return
  }
  const coding = isSqueezed ? codingOf(request.headers['accept-encoding'] ?? '') : null
  if (coding) reply.header('content-encoding', coding)
  const body = coding ? await formOf(held, coding) : held.body
  await reply.send(request.method === 'HEAD' ? '' : body)
}

function codingOf(accepted: string): Coding | null {
  if (/\bbr\b(?!;q=0(\.0+)?\b)/.test(accepted)) return 'br'
  return /\bgzip\b(?!;q=0(\.0+)?\b)/.test(accepted) ? 'gzip' : null
}

function formOf(held: Held, coding: Coding): Promise<Buffer> {
  const made = held.forms.get(coding) ?? compress(held.body, coding)
  held.forms.set(coding, made)
  return made
}

function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(body, { level: 9 })
  // Level 9 of 11: within 3 % of the smallest size, in a tenth of the time.
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}

/** Serves a robots.txt when the built page has none. */
export function serveRobots(server: FastifyInstance, folder: string): void {
  if (existsSync(join(folder, 'robots.txt'))) return
  server.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain').send('User-agent: *\nDisallow: /api/\n'),
  )
}

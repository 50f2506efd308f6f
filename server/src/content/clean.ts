import sanitize from 'sanitize-html'

const TAGS = 'p br b strong i em u ul ol li h3 h4 a img table thead tbody tr th td blockquote code'.split(' ')
/** Elements whose content is never shown to readers, however a parser reads it. */
const MUTE =
  'script style noscript template textarea title select option iframe object embed noembed noframes xmp plaintext svg math'.split(
    ' ',
  )
/** Maximum nesting of elements; deeper ones are left out, because browsers have a limit of their own. */
const MOST_LEVELS = 24

/**
 * HTML for readers: only the tags above, links to https or to our own paths, our own pictures, and no other attribute.
 * Idempotent.
 */
export function cleanHtml(raw: string): string {
  let clean = cleanText(raw)
  // Elements inside a dropped element may close each other in what is left; reading again resolves that.
  for (let i = 0; i < MOST_READINGS; i++) {
    const again = cleanOnce(clean)
    if (again === clean) break
    clean = again
  }
  return clean
}

const MOST_READINGS = 6

function cleanOnce(html: string): string {
  return sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    nonTextTags: MUTE,
    nestingLimit: MOST_LEVELS,
    transformTags: { a: cleanLink, img: cleanPicture },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
    // The parser may cut a character outside the basic plane in two.
  }).toWellFormed()
}

/** A title, which is never HTML: one line of text. */
export function cleanTitle(raw: string): string {
  return raw
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Removes characters that no text contains: control characters except line ends and tabs, and lone surrogates. */
export function cleanText(raw: string): string {
  return raw.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, '')
}

/** Whether cleaned HTML shows nothing. */
export function isBlank(clean: string): boolean {
  return !clean.includes('<img ') && !/\S/.test(clean.replace(/<[^>]*>/g, ''))
}

/** The text of cleaned HTML without its markup; an empty line between its parts. */
export function plainText(clean: string): string {
  const parted = clean.replace(/<br ?\/?>/g, '\n').replace(/<\/(p|li|h3|h4|tr|blockquote)>/g, '\n\n')
  const text = sanitize(parted, { allowedTags: [], allowedAttributes: {} })
  return text
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof SIGNS) => SIGNS[name])
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const SIGNS = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** Ids of our own pictures that cleaned HTML shows. */
export function picturesIn(clean: string): string[] {
  return [
    ...new Set(Array.from(clean.matchAll(/<img src="\/media\/([0-9a-f-]{36})\.jpg"/g), ([, id = '']) => id)),
  ]
}

function cleanLink(_tag: string, { href = '' }: sanitize.Attributes): sanitize.Tag {
  if (isOwnPath(href)) return { tagName: 'a', attribs: { href } }
  const url = httpsOf(href)
  if (url === null) return { tagName: 'a', attribs: {} }
  return { tagName: 'a', attribs: { href: url, rel: 'noopener noreferrer', target: '_blank' } }
}

/** Whether a link is a path on our site. "//" and "/\" lead elsewhere, and browsers drop tabs and line ends first. */
function isOwnPath(href: string): boolean {
  return /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(href)
}

/** An https address in normalized form, without user information, which could be mistaken for the host. */
function httpsOf(href: string): string | null {
  const text = href.trim()
  if (!/^https:\/\//i.test(text) || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}

function cleanPicture(_tag: string, { src = '', alt = '' }: sanitize.Attributes): sanitize.Tag {
  const isOurs = /^\/media\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg$/.test(src)
  return { tagName: 'img', attribs: isOurs ? { src, alt } : {} }
}

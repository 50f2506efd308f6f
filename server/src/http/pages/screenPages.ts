import * as z from 'zod/mini'

/** The build's list of scripts, by the address pattern of their screen. */
const scripts = z.record(z.string(), z.array(z.string()))

/**
 * The page for each screen with its own scripts, by its address up to the first parameter. The head names the scripts, so that a
 * browser requests them together with the first script instead of after it.
 */
export function screenPages(page: Buffer, list: Buffer): Map<string, Buffer> {
  const html = page.toString()
  return new Map(
    Object.entries(scripts.parse(JSON.parse(list.toString()))).map(([pattern, names]) => {
      const links = names.map((name) => `<link rel="modulepreload" crossorigin href="${name}">`).join('')
      return [pattern.replace(/\/:.*$/, ''), Buffer.from(html.replace('</head>', `${links}</head>`))]
    }),
  )
}

/** Where people reach us: decides cookies, sign-in texts and whose pages may call. */
export interface SiteOrigin {
  /** The first of `origins`. */
  publicUrl: string
  /** Pages that may call us, exactly as a browser's Origin header names them. */
  origins: readonly string[]
  /** Reached over https, so that cookies are Secure. */
  secure: boolean
}

/** The site of a configuration, once the port is known. Without PUBLIC_URL: this machine, by both of its usual names. */
export function siteOf(
  config: { publicUrl: string | null; moreOrigins: readonly string[] },
  port: number,
): SiteOrigin {
  const own = config.publicUrl ? [config.publicUrl] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  const publicUrl = own[0] ?? ''
  return { publicUrl, origins: [...own, ...config.moreOrigins], secure: publicUrl.startsWith('https:') }
}

/** A cookie's full name: with the `__Host-` prefix, which ties it to this host and to https, wherever that works. */
export function cookieName(site: SiteOrigin, name: string): string {
  return site.secure ? `__Host-${name}` : name
}

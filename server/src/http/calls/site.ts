/** The public site: decides cookies, sign-in texts and which pages may call. */
export interface SiteOrigin {
  /** The first of `origins`. */
  publicUrl: string
  /** Origins whose pages may call the API, exactly as browsers send them. */
  origins: readonly string[]
  /** The site is reached over https, so cookies are Secure. */
  secure: boolean
}

/**
 * The site of a configuration, once the port is known. Without PUBLIC_URL it is this machine, by both of its usual
 * names.
 */
export function siteOf(
  config: { publicUrl: string | null; moreOrigins: readonly string[] },
  port: number,
): SiteOrigin {
  const own = config.publicUrl ? [config.publicUrl] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  const publicUrl = own[0] ?? ''
  return { publicUrl, origins: [...own, ...config.moreOrigins], secure: publicUrl.startsWith('https:') }
}

/** A cookie's full name. Where possible it has the `__Host-` prefix, which ties it to this host and to https. */
export function cookieName(site: SiteOrigin, name: string): string {
  return site.secure ? `__Host-${name}` : name
}

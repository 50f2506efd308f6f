/** Links that open a page in a wallet's own browser. `url` is the page's full address. */
export function deepLinks(url: string): { name: string; href: string }[] {
  const page = encodeURIComponent(url)
  const bare = url.replace(/^https?:\/\//, '')
  const inside = encodeURIComponent(JSON.stringify({ url }))
  const tron = encodeURIComponent(
    JSON.stringify({ url, action: 'open', protocol: 'tronlink', version: '1.0' }),
  )
  return [
    { name: 'MetaMask', href: `https://metamask.app.link/dapp/${bare}` },
    { name: 'Trust Wallet', href: `https://link.trustwallet.com/open_url?coin_id=60&url=${page}` },
    {
      name: 'OKX Wallet',
      href: `https://www.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${page}`)}`,
    },
    { name: 'TokenPocket', href: `tpdapp://open?params=${inside}` },
    { name: 'TronLink', href: `tronlinkoutside://pull.activity?param=${tron}` },
  ]
}

/** Whether wallets on this device are apps rather than browser extensions. */
export function isMobile(): boolean {
  return matchMedia('(pointer: coarse)').matches && /android|iphone|ipad|mobile/i.test(navigator.userAgent)
}

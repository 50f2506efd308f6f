import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

test.each([
  ['', 'Unknown'],
  ['curl/8.5.0', 'Unknown'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 14) MetaMaskMobile', 'MetaMask on Android'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Safari/537.36 TronLinkAndroid', 'TronLink on Android'],
  ['Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Safari/604.1 TokenPocket_iOS', 'TokenPocket on iOS'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/126.0 imToken/2.15', 'imToken on Android'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/126.0 OKApp/6.7', 'OKX on Android'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/126.0 OKEx/5.1', 'OKX on Android'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Safari/537.36 EdgA/126.0', 'Edge on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) EdgiOS/126.0 Safari/604.1', 'Edge on iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36 OPR/112.0', 'Opera on Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) FxiOS/127.0 Safari/604.1', 'Firefox on iOS'],
  ['Mozilla/5.0 (iPod; CPU iPhone OS 15_8 like Mac OS X) CriOS/126.0 Safari/604.1', 'Chrome on iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) Wget', 'Windows'],
  ['<script>alert(1)</script>', 'Unknown'],
])('a device that calls itself %j is listed as %j', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

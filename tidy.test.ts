import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { alternativesOf } from './checks/alternatives.ts'
import { listFiles } from './checks/files.ts'

/** A rule of STYLE.md that no other tool checks. For every rule a planted line proves that a breach is found. */
interface Rule {
  says: string
  /** Paths of the files to check. */
  files: RegExp
  except?: RegExp
  /** Describes the findings in a file, one text for each. */
  find(path: string, text: string): string[]
  /** A path and text that the rule must report, and one that it must not. */
  bad: [path: string, text: string]
  good: [path: string, text: string]
}

const sources = /^(core|chainkit|texts|wire|server|signer|ui|client|web|console|verify|witness)\/.*\.tsx?$/
const code = /\.(tsx?|mjs|cjs)$/
const tests = /\.(test|testing)\.tsx?$|^(e2e|bench|checks)\/|^tidy/
const here = /^(tidy\.test\.ts|checks\/)/

/** Field names inherited from an earlier wire format. Only `wire/src/legacy` and the tests of the wire may use them. */
const inherited = [
  'acid alltime answerText availableMoney buytime closingprofit currcy currcyId currcyName currencyList',
  'currencyUrl ewmUrl exchangeMoney expectProfit huansuan is_collect is_more is_virtual_account kanduo',
  'kankong listKdata listTop listdata member_id moneyZd noticeContent noticeTitle orderCurrcy orderNum',
  'ostyle picUrl picurl ptitle rands selectList smsContent smsTitle sxfee timeZdDesc time_djs timezdId',
  'usdtNum userAccount withdrawalTypeId withdrawcoinUrl zdf zhuanhuan',
].flatMap((line) => line.split(' '))

const rules: Rule[] = [
  {
    says: 'a file has at most 400 lines',
    files: code,
    except: tests,
    find: (_path, text) => {
      const lines = text.trimEnd().split('\n').length
      return lines > 400 ? [`${lines} lines`] : []
    },
    bad: ['core/src/long.ts', 'x\n'.repeat(401)],
    good: ['core/src/long.ts', 'x\n'.repeat(400)],
  },
  {
    says: 'a file is named for its content, not utils, helpers or index',
    files: code,
    find: (path) =>
      /^(index|utils?|helpers?|common|misc|shared|types|constants)\.\w+$/.test(basename(path))
        ? [basename(path)]
        : [],
    bad: ['web/src/utils.ts', ''],
    good: ['web/src/format.ts', ''],
  },
  {
    says: 'a name says what a thing does, not that it manages or helps',
    files: sources,
    find: matches(
      /\b(?:class|function|const|interface|type) \w*(?:Manager|Helper|Util|Utils|Impl|Handler)\b/g,
    ),
    bad: ['core/src/a.ts', 'export function orderHelper() {}'],
    good: ['core/src/a.ts', 'export function placeOrder() {}'],
  },
  {
    says: 'only errors and React error boundaries are classes',
    files: sources,
    find: matches(/^(?:export )?class (?!\w+ extends (?:\w*Error|Component)\b)\w+/gm),
    bad: ['core/src/a.ts', 'export class Ledger { }'],
    good: ['core/src/a.ts', 'export class StartFailure extends Error { }'],
  },
  {
    says: 'a query that selects a number as text orders by its column: the bare name means the text',
    files: /^server\/.*\.ts$/,
    except: tests,
    find: (_path, text) => (text.match(/`[^`]*\border by\b[^`]*`/g) ?? []).flatMap(ordersByText),
    bad: ['server/src/a.ts', 'sql`select seq::text, body from log_entry order by at, seq desc limit 1`'],
    good: ['server/src/a.ts', 'sql`select seq::text, body from log_entry order by at, log_entry.seq`'],
  },
  {
    says: 'only a Sheet, a MenuDrawer or a ConfirmDialog covers the page',
    files: /^(ui|web|console)\/src\/.*\.tsx$/,
    except: /^ui\/src\/layer\/(Sheet|Menu|Confirm)Panel\.tsx$/,
    find: matches(/@base-ui\/react\/[\w-]+|<dialog\b|\bshowModal\b|\baria-modal\b|\bpopover=/g),
    bad: ['web/src/a.tsx', "import { Dialog } from '@base-ui/react/dialog'"],
    good: ['web/src/a.tsx', "import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'"],
  },
  {
    says: 'Back closes everything that covers the page',
    files: /^ui\/src\/layer\/.*\.tsx$/,
    find: (_path, text) =>
      text.includes('<Lazy') && !text.includes('useLayer(props.open, ') ? ['does not call useLayer'] : [],
    bad: ['ui/src/layer/Sheet.tsx', 'return <LazySheetPanel {...props} />'],
    good: ['ui/src/layer/Sheet.tsx', 'useLayer(props.open, props.onClose); <LazySheetPanel {...props} />'],
  },
  {
    says: 'no TODO and no placeholder text',
    files: /./,
    except: here,
    find: matches(
      /\b(?:TODO|FIXME|XXX|HACK|WIP)\b|lorem ipsum/gi,
      (found) => found === found.toUpperCase() || /lorem/i.test(found),
    ),
    bad: ['server/src/a.ts', '// TODO: the rest'],
    good: ['server/src/a.ts', 'const todos = []'],
  },
  {
    says: 'no silenced errors: no ts-ignore, no blanket lint disable, no any',
    files: code,
    except: here,
    find: matches(
      /@ts-(?:ignore|expect-error|nocheck)|(?:eslint|oxlint)-disable(?!-next-line [\w/-]+|-line [\w/-]+)|\bas any\b|: any\b|<any>/g,
    ),
    bad: ['core/src/a.ts', '/* oxlint-disable */'],
    good: ['core/src/a.ts', '// oxlint-disable-next-line no-control-regex'],
  },
  {
    says: 'no test is marked skip, todo or only',
    files: /\.test\.tsx?$/,
    except: here,
    find: matches(
      /\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|todo)\b|\b(?:xit|fit|xdescribe|fdescribe)\(/g,
    ),
    bad: ['core/src/a.test.ts', "test.skip('x', () => {})"],
    good: ['core/src/a.test.ts', "test.runIf(isRoot)('x', () => {})"],
  },
  {
    says: 'no path of a developer’s machine',
    files: /./,
    except: here,
    find: matches(/(?<![\w.~$}*-])\/(?:home|Users|root|work|mnt)\/[\w.-]+/g),
    bad: ['README.md', 'see /home/somebody/tickmark'],
    good: ['README.md', 'see https://example.org/home/page'],
  },
  {
    says: 'no address of a package registry',
    files: /./,
    except: here,
    find: matches(
      /registry\.npmjs|registry\.yarnpkg|npm\.pkg\.github|deb\.debian|pypi\.org|"resolved": ?"http/g,
    ),
    bad: ['package-lock.json', `"resolved": ${JSON.stringify('https://registry.example/a')}`],
    good: ['package-lock.json', '"resolved": "core"'],
  },
  {
    says: 'no secret in a file',
    files: /./,
    except: here,
    find: matches(/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_\w{36}\b/g),
    bad: ['a.pem', '-----BEGIN PRIVATE KEY-----'],
    good: ['a.pem', '-----BEGIN PUBLIC KEY-----'],
  },
  {
    says: 'time, chance and the environment are passed in',
    files: /^(core|chainkit|texts|wire|server|signer|verify|witness)\/src\/.*\.ts$/,
    except:
      /\.(test|testing)\.ts$|^server\/src\/(main|app\/(config|audit\/(audit|auditProcess))|platform\/(clock|log))\.ts$|^server\/src\/db\/|^(signer|witness)\/src\/main\.ts$|^verify\/src\/cli\.ts$/,
    find: matches(/\bMath\.random\(|\bDate\.now\(|\bnew Date\(\)|\bprocess\.(?:env|exit|argv)\b/g),
    bad: ['core/src/a.ts', 'const x = Math.random()'],
    good: ['core/src/a.ts', 'const x = new Date(atMs)'],
  },
  {
    says: 'only stores, and db/, read and write tables',
    files: /^server\/src\/.*\.ts$/,
    except: /\.(test|testing)\.ts$|^server\/src\/db\/|\/([a-z]\w*S|s)tore\.ts$/,
    find: matches(/\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|executeQuery)\(/g),
    bad: ['server/src/orders/a.ts', "await db.selectFrom('placed_order').execute()"],
    good: ['server/src/orders/aStore.ts', "await db.selectFrom('placed_order').execute()"],
  },
  {
    says: 'money is never a float',
    files: /^(core|server)\/src\/.*\.ts$/,
    except: tests,
    find: matches(
      /\bparseFloat\(|\.toFixed\(|\bNumber\((?:\w+\.)*\w*(?:stake|amount|fee|profit|payout|balance|principal|bid)\)/gi,
    ),
    bad: ['core/src/a.ts', 'const share = Number(order.stake) * 0.01'],
    good: ['core/src/a.ts', 'const stake = parseAmount(text)'],
  },
  {
    says: 'inherited spellings stay in wire/src/legacy',
    files: code,
    except: /^wire\/src\/legacy\/|^e2e\/journeys\/frame\/wire\.test\.ts$|^tidy\.test\.ts$/,
    find: matches(new RegExp(`\\b(?:${inherited.join('|')})\\b`, 'g')),
    bad: ['web/src/a.tsx', 'const code = order.currcyName'],
    good: ['wire/src/legacy/a.ts', "const order = { currency: 'currcyName' }"],
  },
  {
    says: 'only storage.ts and theme.ts keep something on the device by a name',
    files: /^(ui|client|web|console)\/src\/.*\.tsx?$/,
    except: /\.(test|testing)\.tsx?$|^client\/src\/storage\.ts$|^ui\/src\/base\/theme\.ts$/,
    find: matches(/\b(?:localStorage|sessionStorage)\b/g),
    bad: ['web/src/a.ts', "localStorage.setItem('star', '1')"],
    good: ['web/src/a.ts', "keep('star', '1')"],
  },
  {
    says: 'words that a user reads come from texts/',
    files: /^(ui|client|web|console)\/src\/.*\.tsx$/,
    except: /\.(test|testing)\.tsx$/,
    find: matches(
      />\s*\p{L}{2,}(?:[ ,][\p{L}’]+)+[.!?…]?\s*<\/|\b(?:aria-label|title|placeholder|alt|label)="[^"]*\p{L}{3,}[^"]*"/gu,
    ),
    bad: ['web/src/a.tsx', '<p>Nothing here yet</p>'],
    good: ['web/src/a.tsx', "<p aria-label={t('name')}>{t('nothing')}</p>"],
  },
  {
    says: 'a colour is a token',
    files: /^(ui|client|web|console)\/src\/.*\.tsx?$/,
    except: /\.(test|testing)\.tsx?$|^ui\/src\/base\/theme\.ts$/,
    find: matches(
      /(?<![&\w])#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?=['"`\s;),\]])|\b(?:rgba?|hsla?|oklch|oklab)\(|\b(?:bg|text|border|fill|stroke|ring|from|to|via)-(?:red|green|blue|gray|grey|slate|zinc|neutral|stone|orange|amber|yellow|lime|emerald|teal|cyan|sky|indigo|violet|purple|fuchsia|pink|rose|black|white)(?:-\d{2,3})?\b/g,
    ),
    bad: ['web/src/a.tsx', '<p className="text-red-500" />'],
    good: ['web/src/a.tsx', '<p className="text-up" />'],
  },
  {
    says: 'sides are logical (start, end), so that Arabic mirrors',
    files: /^(ui|client|web|console)\/src\/.*\.tsx?$/,
    except: /\.test\.tsx?$|^web\/src\/format\/ltr\.ts$|^ui\/src\/chart\//,
    find: matches(
      /(?<=["'`\s:])-?(?:ml|mr|pl|pr|left|right|border-l|border-r|rounded-l|rounded-r|rounded-tl|rounded-tr|rounded-bl|rounded-br|scroll-ml|scroll-mr)-(?:\[|\d|px|auto|full|sm|md|lg|xl)[\w.[\]/-]*|(?<!\]:|rtl:|ltr:)\btext-(?:left|right)\b|\bfloat-(?:left|right)\b|\b(?:margin|padding|border)(?:Left|Right)\b/g,
    ),
    bad: ['web/src/a.tsx', '<p className="flex ml-2" />'],
    good: ['web/src/a.tsx', '<p className="flex ms-2 start-0" />'],
  },
  {
    says: 'only navigation/hrefs.ts and the route.ts files spell paths of the page',
    files: /^web\/src\/.*\.tsx?$/,
    except: /\.(test|testing)\.tsx?$|^web\/src\/(navigation\/hrefs|features\/\w+\/route)\.ts$/,
    find: matches(
      /(?<!\b(?:split|startsWith|lastIndexOf|replaceAll|register)\((?:'[^']*', )?)(?<=[\s({[=:,?])(['"`])\/(?:\1|[\w?#$-][^'"`\n]*\1)/g,
    ),
    bad: ['web/src/a.tsx', '<a href="/order" onClick={() => go(`/qa?id=${id}`)} />'],
    good: ['web/src/a.tsx', "<a href={hrefTo.orders()} title={path.split('/')[2]} />"],
  },
  {
    says: 'sides are logical in style sheets too',
    files: /^(ui|web|console)\/src\/.*\.css$/,
    find: matches(
      /\b(?:margin|padding|border)-(?:left|right)\b|(?:^|[\s;{])(?:left|right)\s*:|\btext-align:\s*(?:left|right)\b/g,
    ),
    bad: ['web/src/a.css', '.a { margin-left: 1px }'],
    good: ['web/src/a.css', '.a { margin-inline-start: 1px }'],
  },
]

function matches(pattern: RegExp, counts: (found: string) => boolean = () => true): Rule['find'] {
  return (_path, text) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => counts(found))
      .map((match) => `line ${text.slice(0, match.index).split('\n').length}: ${match[0].trim()}`)
}

const binary = /\.(png|jpg|webp|ico|woff2?|pdf|gz|zip)$/

/** Orders by the bare name of a column that the query selects as text, outside window functions. */
function ordersByText(query: string): string[] {
  const texts = new Set(
    [...query.matchAll(/(\w+)::text(?! as\b)|::text as (\w+)/g)].map((one) => one[1] ?? one[2]),
  )
  return [...query.matchAll(/(?<!over \()\border by ([\w., ]+)/g)].flatMap(([order, names = '']) =>
    names.split(',').some((name) => texts.has(name.trim().split(' ')[0])) ? [order] : [],
  )
}

const files = listFiles().filter((name) => !binary.test(name))

const looksAt = (rule: Rule, path: string) => rule.files.test(path) && !(rule.except?.test(path) ?? false)

describe.each(rules)('$says', (rule) => {
  test('everywhere', () => {
    const findings = files
      .filter((path) => looksAt(rule, path))
      .flatMap((path) =>
        rule
          .find(path, readFileSync(join(import.meta.dirname, path), 'utf8'))
          .map((what) => `${path} ${what}`),
      )
    expect(findings).toEqual([])
  })

  test('and a breach would be noticed', () => {
    const noticed = ([path, text]: [string, string]) =>
      looksAt(rule, path) && rule.find(path, text).length > 0
    expect(noticed(rule.bad)).toBe(true)
    expect(noticed(rule.good)).toBe(false)
  })
})

test('every exception matches a file', () => {
  const exceptions = rules.flatMap((rule) => (rule.except ? alternativesOf(rule.except.source) : []))
  const idle = exceptions.filter((pattern) => !files.some((path) => new RegExp(pattern).test(path)))
  expect([...new Set(idle)]).toEqual([])
})

test('the tests see the files', () => {
  expect(files.length).toBeGreaterThan(100)
})

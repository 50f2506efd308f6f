// Allowed imports of core, texts, wire, chainkit, the verifier, the witness and the signer: a row for each, as in ARCHITECTURE.md.

const { builtin, only, tests, textsOfAll } = require('./rule.cjs')

/** The workspaces and packages that each may import. */
const mayImport = {
  core: [],
  texts: ['core'],
  wire: ['core', 'texts', 'zod'],
  chainkit: ['core', '@noble', '@scure'],
  verify: ['core'],
  witness: ['core'],
  signer: ['core', 'wire', 'chainkit', 'zod', '@noble', '@scure'],
}

/** Workspaces that run on Node and may use its built-in modules; the others depend on no platform. */
const runOnNode = ['texts', 'verify', 'witness', 'signer']

const rules = [
  alone('core-is-alone', 'the rules have no dependency and no platform', 'core'),
  alone('texts-know-core', 'texts need nothing of their readers', 'texts'),
  only(
    'texts-for-the-page',
    'the page reads its texts without Node, and none of the server`s',
    { path: String.raw`^texts/src/[^/]+\.ts$`, pathNot: [tests, '^texts/src/consoleTexts'] },
    ['^core/src/', textsOfAll],
  ),
  alone('wire-knows-core-texts-and-zod', 'the contract is for both ends', 'wire'),
  alone('chainkit-is-pure', 'the cryptography of chains decides nothing', 'chainkit'),
  alone('verify-knows-core', 'the verifier needs nothing of the server', 'verify'),
  alone('witness-knows-core', 'whoever watches the house needs nothing of it', 'witness'),
  alone('signer-is-apart', 'the holder of the keys needs nothing of the server', 'signer'),
]

function alone(name, comment, workspace) {
  const ours = [workspace, ...mayImport[workspace].filter((one) => one in mayImport)]
  const packages = mayImport[workspace].filter((one) => !(one in mayImport))
  return only(name, comment, { path: `^${workspace}/src/`, pathNot: tests }, [
    `^(${ours.filter((one) => one !== 'texts' || one === workspace).join('|')})/src/`,
    ...(ours.includes('texts') ? [textsOfAll] : []),
    ...packages.map((one) => `node_modules/${one}/`),
    ...(runOnNode.includes(workspace) ? [builtin] : []),
  ])
}

module.exports = { mayImport, rules }

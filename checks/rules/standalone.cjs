// Who may import whom in core, wire, the verifier and the signer.

const { builtin, only, tests } = require('./rule.cjs')

const rules = [
  only(
    'core-is-alone',
    'the rules have no dependency and no platform',
    { path: '^core/src/', pathNot: tests },
    '^core/src/',
  ),
  only('wire-knows-core-and-zod', 'the contract is for both ends', { path: '^wire/src/', pathNot: tests }, [
    '^(wire|core)/src/',
    'node_modules/zod/',
  ]),
  only(
    'verify-knows-core',
    'the verifier needs nothing of the server',
    { path: '^verify/src/', pathNot: tests },
    ['^(verify|core)/src/', builtin],
  ),
  only(
    'signer-is-apart',
    'the holder of the keys needs nothing of the server',
    { path: '^signer/src/', pathNot: tests },
    ['^(signer|core|wire)/src/', 'node_modules/', builtin],
  ),
]

module.exports = { rules }

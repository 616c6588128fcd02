/**
 * What `cast index TYPE KEY SLOT` of Foundry 1.7.1 prints; package.long.test.ts asks a cast of
 * npm's again.
 */
export const castIndexes: readonly (readonly [type: string, key: string, slot: string, position: string])[] = [
  [
    'address',
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    '1',
    '0xa3c1274aadd82e4d12c8004c33fb244ca686dad4fcc8957fc5668588c11d9502',
  ],
  ['uint256', '7', '2', '0xacd8ef244210bb6898e73c48bf820ed8ecc857a3bab8d79c10e4fa92b1e9ca65'],
  [
    'uint256',
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    '9',
    '0x8be17021fa7918486222bbb1bc9d45bbdf93d7f49d8066170141bb3a10b823f4',
  ],
  ['bool', 'true', '3', '0xa15bc60c955c405d20d9149c709e2460f1c2d9a497496a7f46004d1772c3054c'],
  ['int256', '-5', '4', '0xd60f6d780ab416cb7d7f7a5c2cb2d4112cfa69f11f0c76033d5e736d3b584106'],
  [
    'bytes32',
    '0x695ad02907c9e13ab7c69963f723fa46ac13cd5e2314f61eab2cb2f07b946faa',
    '6',
    '0x00e5a5c430f2ba41f29f02212a6a8fe62a1aed38bee94045fa52b2cdb24eb1eb',
  ],
  ['string', 'hello', '7', '0xa39e328cf6237afe41b514c6c18ccdc6b503f43ce841d4b5bca5e763723b44a9'],
  ['uint8', '200', '31', '0x0b7584fded3086a5c9e04ddb462da8d03953c9c7e0f1beb5e509eb9b488259c4'],
]

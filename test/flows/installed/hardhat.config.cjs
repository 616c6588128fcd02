require('@nomicfoundation/hardhat-ethers')

const { URL: url, WORLD } = process.env

/** @type {import('hardhat/config').HardhatUserConfig} */
module.exports = {
  solidity: '0.8.28',
  networks: { tollgate: { url, accounts: [JSON.parse(WORLD).privateKey] } },
}

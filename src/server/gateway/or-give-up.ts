/**
 * Runs `make`; if it fails, runs `giveUp` to release earlier resources, and rejects with its error.
 */
export const orGiveUp = async <Made>(
  make: () => Made | Promise<Made>,
  giveUp: () => void | Promise<void>,
): Promise<Made> => {
  try {
    return await make()
  } catch (error) {
    await giveUp()
    throw error
  }
}

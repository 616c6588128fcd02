/**
 * Makes something; when that fails, gives up what was there before. Errors: rejects with what
 * `make` fails with.
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

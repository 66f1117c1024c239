/** A limit runs as its own process: it gets its instructions once, reports its address, and ends with us. */
export function begin<Order>(listen: (order: Order) => Promise<string>): void {
  process.once('message', async (order: Order) => {
    try {
      process.send?.({ url: await listen(order) });
    } catch (error) {
      process.send?.({ error: (error as Error).message });
    }
  });
  process.on('disconnect', () => process.exit());
}

/** Why the embedded cluster cannot run; `message` is one line for the operator. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

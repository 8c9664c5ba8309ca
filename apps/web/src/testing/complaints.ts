let heard: string[] = [];

/** What was written to the console as an error or a warning since the last call; asking for it forgives it. */
export function takeComplaints(): readonly string[] {
  const taken = heard;
  heard = [];
  return taken;
}

/** Notes a line the console got. A test that leaves one behind fails. */
export function addComplaint(line: string): void {
  heard.push(line);
}

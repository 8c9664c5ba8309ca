// `npm run drill`: tests that take too long for every run, such as repeated kills. Arguments select the drills whose
// names contain one of them. The last line has the counts.
import { setup as buildServer } from '../../apps/server/src/testing/built-server.ts';
import { authDrills } from './auth-drills.ts';
import { backupDrills } from './backup-drills.ts';
import { clockDrills } from './clock-drill.ts';
import { clusterDrills } from './cluster-drills.ts';
import { dataDrills } from './data-drills.ts';
import { demoDrills } from './demo-drill.ts';
import { DrillSkipped, type Drill } from './drill.ts';
import { failoverDrills } from './failover-drills.ts';
import { faultDrills } from './fault-drills.ts';
import { featureFuzzDrills } from './feature-fuzz-drills.ts';
import { jobDrills } from './job-drills.ts';
import { journeyDrills } from './journeys-drill.ts';
import { mailDrills } from './mail-drills.ts';
import { moneyDrills } from './money-drills.ts';
import { mutantDrills } from './mutants-drill.ts';
import { networkDrills } from './network-drills.ts';
import { ownerDrills } from './owner-drills.ts';
import { realtimeDrills } from './realtime-drills.ts';
import { screenDrills } from './screens-drill.ts';
import { seatDrills } from './seat-drills.ts';
import { serverDrills } from './server-drills.ts';
import { shopDrills } from './shop-drills.ts';
import { suiteDrills } from './suite-drills.ts';
import { uploadDrills } from './upload-drills.ts';
import { upgradeDrills } from './upgrade-drills.ts';
import { userDrills } from './user-drills.ts';

const wanted = process.argv.slice(2);
const all: readonly Drill[] = [
  ...clusterDrills,
  ...serverDrills,
  ...featureFuzzDrills,
  ...ownerDrills,
  ...userDrills,
  ...dataDrills,
  ...realtimeDrills,
  ...uploadDrills,
  ...authDrills,
  ...jobDrills,
  ...seatDrills,
  ...moneyDrills,
  ...shopDrills,
  ...mailDrills,
  ...faultDrills,
  ...networkDrills,
  ...clockDrills,
  ...failoverDrills,
  ...backupDrills,
  ...upgradeDrills,
  ...demoDrills,
  ...journeyDrills,
  ...screenDrills,
  ...suiteDrills,
  ...mutantDrills,
];
const drills = all.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
if (drills.length === 0) {
  const names = all.map(({ name }) => `  ${name}`).join('\n');
  console.error(`no drill has a name with ${wanted.join(' or ')} in it; there are:\n${names}`);
  process.exit(1);
}

buildServer();
let passed = 0;
let failed = 0;
let skipped = 0;
for (const drill of drills) {
  const { name } = drill;
  const began = performance.now();
  const took = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  try {
    const found = await drill.run();
    passed += 1;
    console.log(`passed  ${name}: ${found} (${took()})`);
  } catch (error) {
    if (error instanceof DrillSkipped) {
      skipped += 1;
      console.log(`skipped ${name}: ${error.message}`);
      continue;
    }
    failed += 1;
    console.log(`FAILED  ${name} (${took()})`);
    console.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
console.log(`\n${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`);
process.exitCode = failed === 0 ? 0 : 1;

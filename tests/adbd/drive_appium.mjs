// Drives appium-adb, in a process of its own; arguments: its folder, the port of the adb server, a serial.
// Lines of JSON in: [verb, arguments...]; lines of JSON out. Run by test_more_clients.py.

import { createInterface } from "node:readline";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, port, serial] = process.argv.slice(2);
const { main } = JSON.parse(await (await import("node:fs/promises")).readFile(join(folder, "package.json"), "utf8"));
const { ADB } = await import(pathToFileURL(join(folder, main)).href);

const adb = await ADB.createADB({ adbPort: Number(port), suppressKillServer: true });
adb.setDeviceId(serial);

const verbs = {
  start: (pkg) => adb.startApp({ pkg, activity: ".MainActivity", waitForLaunch: true, retry: false }),
  dump: () => adb.shell(["uiautomator", "dump", "/sdcard/d.xml", ">/dev/null;", "cat", "/sdcard/d.xml"]),
  tap: (x, y) => adb.shell(["input", "tap", String(x), String(y)]),
  type: (text) => adb.inputText(text),
  look: async () => ({
    level: await adb.getApiLevel(),
    size: await adb.getScreenSize(),
    density: await adb.getScreenDensity(),
    focus: (await adb.getFocusedPackageAndActivity()).appPackage,
    installed: await adb.isAppInstalled("com.phoneworld.hub"),
    file: await adb.fileExists("/sdcard/Download"),
    locked: await adb.isScreenLocked(),
    animations: await adb.isAnimationOn(),
    devices: (await adb.getConnectedDevices()).map((one) => one.udid),
    keyboard: await adb.defaultIME(),
  }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, ...given] = JSON.parse(line);
  console.log(JSON.stringify((await verbs[verb](...given)) ?? null));
}

/** Reports a full disk, and resolves the alert. */
import { type AlertPayload, createAlertSender } from "@tenon/client/alerts";

const url = "https://platform.example.com/acme/web/alerts/notify/monitoring/9f8e7d6c5b4a3921.json";
const sender = createAlertSender({ url, key: "282e549dbef6efd95a1be6226c016e4a", retryFailures: true });
const alert: AlertPayload = { title: "Disk full", severity: "high", hosts: ["db-1"], fingerprint: "disk-db-1" };
const [first] = await sender.send(alert, { timeout: 2_000 });
console.log(first?.iid);
await sender.resolve({ fingerprint: "disk-db-1" });
